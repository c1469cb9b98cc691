import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import type { TicketInput } from '#domain/ticket.ts';
import { RequestFields } from './request-fields.tsx';
import { emptyRequest, type RequestForm } from './request-form.ts';

function Sending() {
  const { control, register } = useForm<RequestForm, unknown, TicketInput>({
    defaultValues: { ...emptyRequest, ai_tool: 'OTHER' },
  });
  return createElement(RequestFields, { control, register, errors: {}, disabled: true });
}

test('a field that is being typed in keeps the focus while the request is sent', () => {
  const html = renderToStaticMarkup(createElement(Sending));
  const typed = html.match(/<textarea[^>]*>|<input(?![^>]*type="checkbox")[^>]*>/g) ?? [];
  expect(typed).toHaveLength(4);
  for (const field of typed) {
    expect(field).toMatch(/readonly/i);
    expect(field).not.toMatch(/\sdisabled=/);
  }
});
