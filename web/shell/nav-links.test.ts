import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { paths } from '#domain/paths.ts';
import type { Profile, UserType } from '#domain/profile.ts';
import { menuOf } from '../start/signed-in-navigation.tsx';
import { NavLinks } from './nav-links.tsx';

/** The words of the links that say that one is there. */
function current(user_type: UserType, address: string): (string | undefined)[] {
  const items = menuOf({ user_type, first_name: 'Mo', last_name: null } as Profile);
  const links = createElement(NavLinks, { items, direction: 'column' });
  const html = renderToStaticMarkup(
    createElement(MemoryRouter, { initialEntries: [address], children: links }),
  );
  const found = html.matchAll(/<a[^>]* aria-current="page".*?<\/a>/g);
  return [...found].map(([link]) => /[A-Z][A-Za-z ]+(?=<\/a>)/.exec(link)?.[0]);
}

test.each<[UserType, string, string]>([
  ['moderator', paths.moderation(), 'Moderation'],
  ['moderator', paths.auditOf('1'), 'Moderation'],
  ['moderator', paths.statistics(), 'Moderation'],
  ['moderator', paths.failedMails(), 'Moderation'],
  ['moderator', paths.moderatedRequest('1'), 'Moderation'],
  ['moderator', paths.moderatorProfile(), 'My Account'],
  ['moderator', paths.help(), 'Help'],
  ['customer', paths.customerDashboard(), 'Dashboard'],
  ['customer', paths.profile(), 'My Account'],
  ['customer', paths.discussion('1'), 'Discussions'],
  ['developer', paths.developerDashboard(), 'Dashboard'],
  ['developer', paths.available(), 'Available Requests'],
  ['developer', paths.developerProfile(), 'My Account'],
])('in the menu of a %s, %s is a part of %s alone', (user_type, address, label) => {
  expect(current(user_type, address)).toEqual([label]);
});
