/** The first that fits: browsers name their ancestors too, so the descendants come first. */
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
 * A user agent in plain words: 'Firefox on Windows', or the program's own name where it is no
 * browser. What it says is the device's word alone, and may be anything.
 */
export function deviceName(userAgent: string | null): string {
  const browser = firstFit(browsers, userAgent);
  const system = firstFit(systems, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? programName(userAgent) ?? 'Unknown device';
}

/** Whether it is held in the hand, for its picture. */
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
