import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { invoiceSchema } from '#domain/invoice.ts';
import { invalidInput } from '#domain/refusals.ts';
import { periodSchema, statementListSchema, statementSchema } from '#domain/statement.ts';
import { limitCalls } from '../http/limit-calls.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { invoiceFor } from '../ledger/invoices.ts';
import { drawPaper, PDF, pdfSchema, typeFor } from './papers/draw-paper.ts';
import { statementCsv, statementFor, statementPeriods } from './statements.ts';

const CSV = 'text/csv';
const JSON_TYPE = 'application/json';

/** Statements and invoices. Source: docs/decisions/0095-statements-and-invoices.md. */
export const paperRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.context;

  app.get(
    '/earnings/statements',
    describe('List the months and years of my statements', {
      response: { 200: statementListSchema },
    }),
    async (request) => ({
      items: await statementPeriods(db, viewerOf(request)),
      next_cursor: null,
    }),
  );

  app.get(
    '/earnings/statements/:period',
    describe('Read a statement; as CSV or PDF by Accept: text/csv or application/pdf', {
      params: z.object({ period: z.string() }),
      response: {
        200: {
          content: {
            [JSON_TYPE]: { schema: statementSchema },
            [CSV]: { schema: z.string() },
            [PDF]: { schema: pdfSchema },
          },
        },
      },
    }),
    async (request, reply) => {
      const viewer = viewerOf(request);
      const { period } = request.params;
      requirePeriod(period);
      const type = typeFor(request.headers.accept, [JSON_TYPE, CSV, PDF]);
      if (type === PDF) await limitCalls(request, reply, { name: 'paper', key: viewer.id });
      const statement = await statementFor(db, viewer, period);
      void reply.header('vary', 'accept');
      if (type === JSON_TYPE) return statement;
      const name = `unblock-statement-${period}.${type === PDF ? 'pdf' : 'csv'}`;
      void reply.header('content-disposition', `attachment; filename="${name}"`);
      if (type === PDF) return reply.type(PDF).send(await drawPaper({ statement }, viewer.id));
      return reply.type('text/csv; charset=utf-8').send(statementCsv(statement));
    },
  );

  app.get(
    '/invoices/:id',
    describe('Read an invoice or credit note; as a PDF by Accept: application/pdf', {
      params: idParams,
      response: {
        200: {
          content: { [JSON_TYPE]: { schema: invoiceSchema }, [PDF]: { schema: pdfSchema } },
        },
      },
    }),
    async (request, reply) => {
      const viewer = viewerOf(request);
      const type = typeFor(request.headers.accept, [JSON_TYPE, PDF]);
      if (type === PDF) await limitCalls(request, reply, { name: 'paper', key: viewer.id });
      const invoice = await invoiceFor(db, viewer, request.params.id);
      void reply.header('vary', 'accept');
      if (type === JSON_TYPE) return invoice;
      const name = `${invoice.invoice_number}.pdf`;
      void reply.header('content-disposition', `attachment; filename="${name}"`);
      return reply.type(PDF).send(await drawPaper({ invoice }, viewer.id));
    },
  );
};

/** @throws Refusal `invalid_input`: a period is something that people write, unlike an id */
function requirePeriod(period: string): void {
  const { error } = periodSchema.safeParse(period);
  if (error) throw invalidInput('period', error.issues[0]?.message ?? 'This is no period');
}
