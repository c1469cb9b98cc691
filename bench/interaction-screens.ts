import type { Locator, Page } from '@playwright/test';
import type { Measured } from './interaction-data.ts';
import type { Interaction } from './interaction-times.ts';

type Who = 'customer' | 'developer';

const DIALOG = '[role=dialog]';
/** By then lists are there, and what is fetched in idle moments. */
const SETTLED_MS = 700;
const WORDS = 'It worked yesterday.';

/** What people do most on these screens. */
export function interactionsOf(who: Who, page: Page, requests: Measured): Interaction[] {
  return who === 'customer'
    ? [...customerDashboard(page), ...customerRoadmap(page, requests)]
    : [...developerLists(page), ...developerRoadmap(page, requests), ...thread(page, requests)];
}

/** Opened anew for each, so that no interaction profits of what another has loaded. */
function opens(page: Page, address: string, ready: string | RegExp) {
  return async () => {
    await page.goto(address);
    await page.getByRole('heading', { name: ready }).first().waitFor();
    // The live stream never ends, so there is no idle network to wait for.
    await page.waitForTimeout(SETTLED_MS);
  };
}

const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true }).first();

/** Opening, typing and leaving a dialog, each by itself. */
function ofDialog(
  page: Page,
  screen: string,
  {
    open,
    name,
    opener,
    field,
  }: {
    open: () => Promise<unknown>;
    name: string;
    opener: () => Locator;
    /** The label of a field to write in. */
    field?: string;
  },
): Interaction[] {
  const opened = async () => {
    await open();
    await opener().click();
    await page.locator(DIALOG).waitFor();
  };
  const all: Interaction[] = [
    {
      screen,
      name: `${name}, open`,
      before: async () => {
        await open();
        await opener().waitFor();
      },
      act: () => opener().click(),
      brings: DIALOG,
    },
    { screen, name: `${name}, close`, before: opened, act: () => page.keyboard.press('Escape') },
  ];
  if (field)
    all.push({
      screen,
      name: `${name}, type`,
      count: WORDS.length,
      before: async () => {
        await opened();
        await page.locator(DIALOG).getByLabel(field, { exact: true }).focus();
      },
      act: () => page.keyboard.type(WORDS, { delay: 40 }),
    });
  return all;
}

function customerDashboard(page: Page): Interaction[] {
  const screen = 'customer dashboard';
  const open = opens(page, '/dashboard/customer', 'Your Dashboard');
  const newRequest = () => button(page, 'New Request');
  return [
    ...ofDialog(page, screen, {
      open,
      name: 'New Request',
      opener: newRequest,
      field: 'Description',
    }),
    {
      screen,
      name: 'New Request, tick a category',
      before: async () => {
        await open();
        await newRequest().click();
        await page.locator(DIALOG).waitFor();
      },
      act: () => page.getByRole('checkbox', { name: 'Mobile' }).click(),
    },
    ...ofDialog(page, screen, {
      open,
      name: 'Edit Request',
      field: 'Description',
      opener: () => button(page, 'Edit Request'),
    }),
    ...ofDialog(page, screen, {
      open,
      name: 'Delete Request',
      opener: () => button(page, 'Delete Request'),
    }),
    ...ofDialog(page, screen, {
      open,
      name: 'Notifications',
      opener: () => button(page, 'Notifications'),
    }),
    {
      screen,
      name: 'to Discussions',
      brings: '[role=log]',
      before: open,
      act: () => page.getByRole('navigation', { name: 'Main' }).getByText('Discussions').click(),
    },
    {
      screen,
      name: 'to a roadmap',
      brings: 'table',
      before: open,
      act: () => page.getByRole('link', { name: 'Review Plan' }).first().click(),
    },
  ];
}

function customerRoadmap(page: Page, requests: Measured): Interaction[] {
  const screen = 'customer roadmap';
  const at = (id: string) => opens(page, `/dashboard/customer/plan/${id}`, /Roadmap$/);
  const ofPlan = (name: string, field?: string) =>
    ofDialog(page, screen, {
      open: at(requests.reviewingPlan),
      name,
      ...(field && { field }),
      opener: () => button(page, name),
    });
  const ofResults = (name: string, opener: () => Locator, field?: string) =>
    ofDialog(page, screen, {
      open: at(requests.reviewingResults),
      name,
      opener,
      ...(field && { field }),
    });
  return [
    ...ofPlan('Request Changes', 'Feedback'),
    ...ofPlan('Approve Plan'),
    ...ofResults('Review Milestone', () => button(page, 'Review')),
    ...ofResults('Rate Developer', () => button(page, 'Rate Developer'), 'Feedback'),
  ];
}

function developerLists(page: Page): Interaction[] {
  const screen = 'developer lists';
  const open = opens(page, '/dashboard/developer/available', 'Available Requests');
  const filter = () => button(page, 'Filter Requests');
  const main = page.getByRole('navigation', { name: 'Main' });
  return [
    ...ofDialog(page, screen, { open, name: 'Filter Requests', opener: filter }),
    {
      screen,
      name: 'Filter Requests, tick a category',
      before: async () => {
        await open();
        await filter().click();
        await page.locator(DIALOG).waitFor();
      },
      act: () => page.getByRole('checkbox', { name: 'Backend' }).click(),
    },
    ...ofDialog(page, screen, {
      open,
      name: 'Grab Request',
      opener: () => button(page, 'Grab Request'),
    }),
    {
      screen,
      name: 'to the dashboard',
      before: open,
      act: () => main.getByText('Dashboard').click(),
    },
    {
      screen,
      name: 'from the dashboard',
      before: opens(page, '/dashboard/developer', 'Developer Dashboard'),
      act: () => main.getByText('Available Requests').click(),
    },
  ];
}

function developerRoadmap(page: Page, requests: Measured): Interaction[] {
  const screen = 'developer roadmap, 15 milestones';
  const open = opens(page, `/dashboard/developer/plan/${requests.planning}`, /Roadmap$/);
  const table = page.getByRole('table');
  const ofPlan = (name: string, opener: () => Locator, field?: string) =>
    ofDialog(page, screen, { open, name, opener, ...(field && { field }) });
  return [
    ...ofPlan('Add Milestone', () => button(page, 'Add Milestone'), 'Title'),
    ...ofPlan('Edit Milestone', () => button(table, 'Edit'), 'Description'),
    ...ofPlan('Milestone Details', () => button(table, 'Part 3')),
    ...ofPlan('Delete Milestone', () => button(table, 'Delete')),
    ...ofPlan('Submit Plan', () => button(page, 'Submit Plan')),
  ];
}

/** All of its messages are loaded, which is the hardest. */
function thread(page: Page, requests: Measured): Interaction[] {
  const screen = 'thread of 5,000 messages';
  const log = page.getByRole('log');
  const message = page.getByLabel('Message', { exact: true });
  const search = page.getByRole('searchbox', { name: 'Search messages' });
  let isOpen = false;
  const open = async () => {
    if (!isOpen) {
      await opens(page, `/discussions/${requests.discussed}`, 'Discussions')();
      await log.waitFor();
      await loadAll(page, log);
      isOpen = true;
    }
    await search.fill('');
    const newest = page.getByRole('button', { name: /^New(est)? messages$/ });
    if (await newest.isVisible()) await newest.click();
    await message.focus();
  };
  const searched = async () => {
    await open();
    await search.focus();
    await page.keyboard.type('pri');
    await page.getByRole('list', { name: 'Found messages' }).waitFor();
  };
  return [
    {
      screen,
      name: 'type',
      count: WORDS.length,
      before: open,
      act: () => page.keyboard.type(WORDS, { delay: 40 }),
    },
    {
      screen,
      name: 'send',
      before: async () => {
        await open();
        await message.fill(WORDS);
      },
      act: () => button(page, 'Send').click(),
    },
    {
      screen,
      name: 'scroll up and click',
      before: open,
      act: async () => {
        await log.hover();
        for (let turn = 0; turn < 10; turn++) await page.mouse.wheel(0, -1500);
        await log.click({ position: { x: 4, y: 200 } });
      },
    },
    {
      screen,
      name: 'page up by keys',
      count: 5,
      before: async () => {
        await open();
        await log.focus();
      },
      act: async () => {
        for (let key = 0; key < 5; key++) await page.keyboard.press('PageUp');
      },
    },
    {
      screen,
      name: 'search',
      count: 7,
      before: async () => {
        await open();
        await search.focus();
      },
      act: () => page.keyboard.type('private', { delay: 60 }),
    },
    {
      screen,
      name: 'open a found message',
      before: searched,
      act: () =>
        page.getByRole('list', { name: 'Found messages' }).getByRole('link').nth(10).click(),
    },
    {
      screen,
      name: 'open the link of a message',
      before: open,
      act: () =>
        log
          .getByRole('link', { name: /link to this message/ })
          .last()
          .click(),
    },
    {
      screen,
      name: 'to another thread',
      brings: '[role=log]',
      before: open,
      act: async () => {
        isOpen = false;
        await page.locator('a[href^="/discussions/"]').nth(1).click();
      },
    },
  ];
}

async function loadAll(page: Page, log: Locator): Promise<void> {
  const older = page.getByRole('button', { name: 'Show older messages' });
  while (await older.count()) {
    await log.evaluate((box) => {
      box.scrollTop = 0;
    });
    // A page of messages is asked for, drawn and the place kept: the next look finds the new top.
    await page.waitForTimeout(30);
  }
}
