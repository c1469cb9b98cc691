// Prices are in cents.
export const menu = [
  { id: 'croissant', name: 'Croissant', cents: 115 },
  { id: 'baguette', name: 'Baguette', cents: 285 },
  { id: 'rye', name: 'Rye loaf', cents: 645 },
  { id: 'bun', name: 'Cinnamon bun', cents: 235 },
  { id: 'tart', name: 'Lemon tart', cents: 425 },
];

export function itemOf(id) {
  return menu.find((item) => item.id === id);
}
