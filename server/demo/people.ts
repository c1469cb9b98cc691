import { CATEGORIES, type Category } from '#domain/category.ts';
import type { UserType } from '#domain/profile.ts';

interface DemoPerson {
  email: string;
  user_type: UserType;
  first_name: string;
  last_name: string;
  supported_categories?: Category[];
}

/** By the names that stories use. */
export const people: Record<string, DemoPerson> = {
  customer: {
    email: 'customer@example.com',
    user_type: 'customer',
    first_name: 'Maya',
    last_name: 'Okafor',
  },
  developer: {
    email: 'developer@example.com',
    user_type: 'developer',
    first_name: 'Ana',
    last_name: 'Silva',
    supported_categories: [...CATEGORIES],
  },
  moderator: {
    email: 'moderator@example.com',
    user_type: 'moderator',
    first_name: 'Sam',
    last_name: 'Reyes',
  },
  noah: {
    email: 'noah@example.com',
    user_type: 'customer',
    first_name: 'Noah',
    last_name: 'Lindqvist',
  },
  lena: {
    email: 'lena@example.com',
    user_type: 'customer',
    first_name: 'Lena',
    last_name: 'Brandt',
  },
  ivan: {
    email: 'ivan@example.com',
    user_type: 'developer',
    first_name: 'Ivan',
    last_name: 'Petrov',
    supported_categories: ['web', 'mobile', 'android'],
  },
};

/** No real person can have one: example.com is reserved (RFC 2606). */
export const DEMO_ADDRESSES = Object.values(people).map(({ email }) => email);
