import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import type { applicationSchema } from '#domain/application.ts';

/** The application's form: what is typed, and what is sent. */
export type ApplicationFormReturn = UseFormReturn<
  z.input<typeof applicationSchema>,
  unknown,
  z.output<typeof applicationSchema>
>;
