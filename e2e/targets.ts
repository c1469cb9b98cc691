import { expect, type Page } from '@playwright/test';

/** What a thumb hits, on screens for phones, in pixels. */
const LEAST = 44;

/** Numbers of lines in code: they stand as close as its lines, which are chosen by keys, too. */
const CLOSE_BY_NATURE = /^Line \d+( before the change| after the change)?$/;

/**
 * Holds that everything which is pressed is at least 44 pixels high and wide for a thumb: as measured by
 * what is really hit there, so that what lies over it, its label and a larger area than its look count.
 * Links within a sentence, and in what people wrote, are as high as their line.
 */
export async function expectThumbsHit(page: Page, part = 'body'): Promise<void> {
  const missed = () =>
    page.evaluate(missedTargets, { part, least: LEAST, close: CLOSE_BY_NATURE.source });
  await expect.poll(missed, `what thumbs miss on ${page.url()}`).toEqual([]);
}

interface Sought {
  part: string;
  least: number;
  close: string;
}

/** Runs in the page, and leaves it scrolled as it was. */
function missedTargets({ part, least, close }: Sought): string[] {
  const WHAT =
    'a[href], button, input, select, textarea, summary, ' +
    '[role=tab], [role=option], [role=checkbox], [role=radio], [role=menuitem], [role=switch], [role=treeitem]';
  type Target = HTMLElement & { labels?: NodeListOf<HTMLLabelElement> | null };

  const area = (each: Element) => {
    const { width, height } = each.getBoundingClientRect();
    return width > 1 && height > 1 ? width * height : 0;
  };
  const isInSentence = (target: Target) =>
    target.matches('a, button') &&
    getComputedStyle(target).display.startsWith('inline') &&
    (target.parentElement?.matches('p[dir=auto]') ||
      [...(target.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && /\w/.test(node.textContent ?? ''),
      ));

  function measure(target: Target): string | null {
    const labels = [...(target.labels ?? [])];
    const shown = [target, ...labels].toSorted((a, b) => area(b) - area(a))[0] ?? target;
    if (area(shown) === 0) return null;
    shown.scrollIntoView({ block: 'center', inline: 'center' });
    const isHit = (x: number, y: number) => {
      const at = document.elementFromPoint(x, y);
      const pressed = at?.closest(WHAT);
      return (
        at !== null &&
        (target.contains(at) ||
          labels.some((label) => label.contains(at) && (!pressed || pressed === target)))
      );
    };
    const { left, top, width, height } = shown.getClientRects()[0] ?? new DOMRect();
    const parts = [0.5, 0.15, 0.85];
    const places = parts.flatMap((y) => parts.map((x) => [left + width * x, top + height * y]));
    const place = places.find(([x = 0, y = 0]) => isHit(x, y));
    // News stands over the bar for some seconds.
    if (!place) return document.querySelector('[data-sonner-toast]') ? null : 'covered';
    const [x = 0, y = 0] = place;
    const reach = (dx: number, dy: number) => {
      let far = 0;
      while (far < least && isHit(x + dx * (far + 1), y + dy * (far + 1))) far++;
      return far;
    };
    const wide = reach(-1, 0) + 1 + reach(1, 0);
    const high = reach(0, -1) + 1 + reach(0, 1);
    // The last pixel of either side may be a part of one.
    return Math.min(wide, high) >= least - 1 ? null : `${wide} x ${high}`;
  }

  const y = scrollY;
  const targets = [...(document.querySelector(part)?.querySelectorAll<Target>(WHAT) ?? [])];
  const missed = targets
    .filter((target) => !target.matches(':disabled') && !target.closest('[inert]'))
    .filter((target) => !target.parentElement?.closest('[aria-hidden=true]'))
    // Of a browser's own field for files nothing is seen: the button beside it is pressed.
    .filter((target) => !target.matches('.sr-only[type=file]'))
    .filter((target) => target.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((target) => !isInSentence(target))
    .map((target) => {
      const name =
        target.getAttribute('aria-label') ??
        target.labels?.[0]?.textContent ??
        target.textContent.trim().slice(0, 60);
      return new RegExp(close).test(name) ? null : { name, size: measure(target) };
    });
  scrollTo(0, y);
  return missed.flatMap((each) =>
    each?.size ? [`${each.name.replaceAll(/\s+/g, ' ')}: ${each.size}`] : [],
  );
}
