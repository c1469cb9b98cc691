/** The first match counts: browsers also name their ancestors, so descendants come first. */
const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux'],
];

/**
 * A user agent in plain words: 'Firefox on Windows', or a program's own name. Anybody can send anything
 * here.
 */
export function deviceName(userAgent: string | null): string {
  const browser = firstFit(browsers, userAgent);
  const system = firstFit(systems, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? programName(userAgent) ?? 'Unknown device';
}

/** Whether it is a phone or tablet, for its icon. */
export function isHandheld(userAgent: string | null): boolean {
  return /iPhone|iPad|Android|Mobile/.test(userAgent ?? '');
}

function firstFit(table: [RegExp, string][], userAgent: string | null): string | undefined {
  return table.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
}

/** 'curl' of 'curl/8.5.0'. */
function programName(userAgent: string | null): string | undefined {
  return /^[\w .-]{1,40}/.exec(userAgent ?? '')?.[0].trim() || undefined;
}
