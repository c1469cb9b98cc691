/**
 * Estimated work time. Stored as whole minutes, written as `2 hours 30 minutes`, and read in the three
 * notations of specification 3: that text, `hh:mm`, and ISO-style `PT2H30M`.
 */

export const MAX_WORK_MINUTES = 1000 * 60;

/** Minutes in the specification's text, always with both parts and in the plural. */
export function formatWorkTime(minutes: number): string {
  return `${Math.floor(minutes / 60)} hours ${minutes % 60} minutes`;
}

/** Minutes for people: '2 h 30 min', '3 h', '45 min'. */
export function describeWorkTime(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`]
    .filter(Boolean)
    .join(' ');
}

const notations = [
  /^(?:(?<hours>\d{1,5}) hours?)?(?: ?(?<minutes>\d{1,5}) minutes?)?$/i,
  /^(?<hours>\d{1,5}):(?<minutes>[0-5]\d)(?::[0-5]\d)?$/,
  /^PT(?:(?<hours>\d{1,5})H)?(?:(?<minutes>\d{1,5})M)?$/i,
];

/** Reads any of the three notations as minutes; null when it is none of them. */
export function parseWorkTime(text: string): number | null {
  for (const notation of notations) {
    const found = notation.exec(text.trim())?.groups;
    if (found && (found.hours !== undefined || found.minutes !== undefined)) {
      return Number(found.hours ?? 0) * 60 + Number(found.minutes ?? 0);
    }
  }
  return null;
}
