export const CATEGORIES = [
  'mobile',
  'react-native',
  'ios',
  'android',
  'backend',
  'web',
  'infrastructure',
  'other',
] as const;
export type Category = (typeof CATEGORIES)[number];

export const categoryLabels: Record<Category, string> = {
  mobile: 'Mobile',
  'react-native': 'React Native',
  ios: 'iOS',
  android: 'Android',
  backend: 'Backend',
  web: 'Web',
  infrastructure: 'Infrastructure',
  other: "Other / I don't know",
};

/** Their labels in one line. */
export function categoryWords(categories: readonly Category[]): string {
  return categories.map((category) => categoryLabels[category]).join(', ');
}

/** Shown in the request form only while Mobile is ticked. */
export const MOBILE_SUBCATEGORIES = [
  'react-native',
  'ios',
  'android',
] as const satisfies Category[];
