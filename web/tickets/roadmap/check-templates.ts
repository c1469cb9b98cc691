import type { Category } from '#domain/category.ts';

/** Checks that fit many requests. */
const common = ['A test fails without the fix and passes with it', 'The cause is named'];

const byCategory: Record<Category, readonly string[]> = {
  mobile: ['The app starts on a real phone', 'It works without a connection'],
  'react-native': ['The app builds for iOS and Android', 'Reloading shows no red screen'],
  ios: ['The app builds in Xcode without an error', 'The app starts on an iPhone'],
  android: ['`./gradlew build` ends without an error', 'The app starts on an Android phone'],
  backend: ['The API answers as it is documented', 'A wrong input gets a clear error'],
  web: [
    'Sign-in works on the deployed site',
    '`npm run build` ends without an error',
    'It works on a phone, 360 pixels wide',
  ],
  infrastructure: ['A deployment ends without an error', 'The site comes back after a restart'],
  other: ['It works from a fresh copy, by the steps in the README'],
};

/** Templates for a request, without those in use. */
export function templatesFor(
  categories: readonly Category[],
  there: readonly string[],
): readonly string[] {
  const fitting = [...categories.flatMap((category) => byCategory[category]), ...common];
  return [...new Set(fitting)].filter((text) => !there.includes(text)).slice(0, 6);
}
