import { describe, expect, it } from 'vitest';
import { CATEGORIES } from '#domain/category.ts';
import { checksInputSchema } from '#domain/check-schemas.ts';
import { templatesFor } from './check-templates.ts';

describe('the checks that others use', () => {
  it('are there for each category, are checks, and leave out what is there', () => {
    for (const category of CATEGORIES) {
      const templates = templatesFor([category], []);
      expect(templates.length, category).toBeGreaterThan(2);
      checksInputSchema.parse(templates.map((text) => ({ text })));
      expect(templatesFor([category], templates.slice(0, 1))).toEqual(templates.slice(1));
    }
    expect(templatesFor(['web'], [])).toContain('Sign-in works on the deployed site');
    expect(templatesFor(['web'], [])).toContain('`npm run build` ends without an error');
  });

  it('are few, however many categories a request has', () => {
    expect(templatesFor(CATEGORIES, [])).toHaveLength(6);
  });
});
