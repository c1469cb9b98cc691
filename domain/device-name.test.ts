import { describe, expect, test } from 'vitest';
import { deviceName, isHandheld } from './device-name.ts';

const windowsEdge =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0';
const iPhoneChrome =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.7339.39 Mobile/15E148 Safari/604.1';

describe('a device in the list of sessions', () => {
  test.each([
    [windowsEdge, 'Edge on Windows'],
    [iPhoneChrome, 'Chrome on iPhone'],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
      'Chrome on Linux',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:141.0) Gecko/20100101 Firefox/141.0',
      'Firefox on Mac',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      'Safari on Mac',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
  ])('is named by its browser and system: %s', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });

  test('is named by the program where that is no browser', () => {
    expect(deviceName('curl/8.5.0')).toBe('curl');
    expect(deviceName('python-requests/2.32')).toBe('python-requests');
  });

  test('has a name when nothing is known of it', () => {
    expect(deviceName(null)).toBe('Unknown device');
    expect(deviceName('')).toBe('Unknown device');
    expect(deviceName('<b>☃</b>')).toBe('Unknown device');
  });

  test('is told apart by whether it is held in the hand', () => {
    expect(isHandheld(iPhoneChrome)).toBe(true);
    expect(isHandheld(windowsEdge)).toBe(false);
    expect(isHandheld(null)).toBe(false);
  });
});
