/** Small projects of the demo people, as they would zip and upload them. */

const labels = (last: string) => `const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** '3 minutes ago', in the language of the phone. */
export function timeAgo(moment: Date, now = new Date()): string {
  const format = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
  const seconds = Math.round((moment.getTime() - now.getTime()) / 1000);
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return format.format(Math.round(seconds / length), unit);
  }
  return format.format(${last}, 'second');
}
`;

const shared = {
  'App.tsx': `import { FlatList, SafeAreaView, Text } from 'react-native';
import { orders } from './src/orders';
import { timeAgo } from './src/time-ago';

export default function App() {
  return (
    <SafeAreaView>
      <FlatList
        data={orders}
        keyExtractor={({ id }) => id}
        renderItem={({ item }) => (
          <Text>
            {item.name}, {timeAgo(item.placedAt)}
          </Text>
        )}
      />
    </SafeAreaView>
  );
}
`,
  'src/orders.ts': `export const orders = [
  { id: 'a1', name: 'Two flat whites', placedAt: new Date('2025-11-18T09:12:00Z') },
  { id: 'b7', name: 'Oat cappuccino', placedAt: new Date('2025-11-18T09:31:00Z') },
];
`,
  'app.json': `{
  "expo": {
    "name": "Corner Coffee",
    "slug": "corner-coffee",
    "version": "1.0.2",
    "ios": { "bundleIdentifier": "com.example.cornercoffee" }
  }
}
`,
};

const dependencies = (more: string) => `{
  "name": "corner-coffee",
  "main": "index.js",
  "dependencies": {
${more}    "expo": "~54.0.0",
    "react": "19.1.0",
    "react-native": "0.81.4"
  }
}
`;

/** Maya's app, which does not start on her phone. */
export const coffeeApp: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(shared).map(([path, text]) => [`corner-coffee/${path}`, text]),
  ),
  'corner-coffee/index.js': `import { registerRootComponent } from 'expo';
import App from './App';

registerRootComponent(App);
`,
  'corner-coffee/src/time-ago.ts': labels('seconds'),
  'corner-coffee/package.json': dependencies(''),
};

/** The same app as Ana delivers it: it starts. */
export const coffeeAppFixed: Record<string, string> = {
  ...shared,
  'app.json': shared['app.json'].replace('1.0.2', '1.0.3'),
  'index.js': `// Before anything else: Hermes on iOS comes without Intl.RelativeTimeFormat.
import './src/polyfills';
import { registerRootComponent } from 'expo';
import App from './App';

registerRootComponent(App);
`,
  'src/polyfills.ts': `import '@formatjs/intl-getcanonicallocales/polyfill';
import '@formatjs/intl-locale/polyfill';
import '@formatjs/intl-pluralrules/polyfill';
import '@formatjs/intl-pluralrules/locale-data/en';
import '@formatjs/intl-relativetimeformat/polyfill';
import '@formatjs/intl-relativetimeformat/locale-data/en';
`,
  'src/time-ago.ts': labels('Math.min(seconds, 0)'),
  'package.json': dependencies(`    "@formatjs/intl-locale": "^4.2.11",
    "@formatjs/intl-pluralrules": "^5.4.4",
    "@formatjs/intl-relativetimeformat": "^11.4.11",
`),
};

/** Ana's notes. */
export const coffeeNotes = `# What was wrong

\`Intl.RelativeTimeFormat\` is missing in Hermes on iOS. The simulator falls back to the JavaScript
engine of the Mac, which has it, so the crash shows on devices only.

# What changed

1. \`src/polyfills.ts\` is loaded first in \`index.js\`.
2. \`time-ago.ts\` no longer says "in 2 seconds" when the phone's clock runs late.
3. Version 1.0.3, which is on TestFlight.
`;
