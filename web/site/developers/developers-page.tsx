import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { apiChanges } from '#domain/api-changes.ts';
import type { DeveloperExample } from '#domain/developer-examples.ts';
import { developerExamples, receiverExample, setUp } from '#domain/developer-examples.ts';
import { paths } from '#domain/paths.ts';
import { PROGRAM_CALLS_A_MINUTE, PROGRAM_USES_DAYS } from '#domain/program-limits.ts';
import {
  MAX_WEBHOOKS,
  OLD_SECRET_HOURS,
  WEBHOOK_ANSWER_SECONDS,
  WEBHOOK_FAILING_DAYS,
  WEBHOOK_LOG_DAYS,
  WEBHOOK_TRIES,
} from '#domain/webhook-limits.ts';
import { CodeBlock } from '../../text/code-block.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHero } from '../page-hero.tsx';
import { origin, pageMeta } from '../page-meta.ts';
import { Section } from '../section.tsx';
import { EventList } from './event-list.tsx';
import { ProblemList } from './problem-list.tsx';

export function meta() {
  return pageMeta({
    title: 'Build on Unblock',
    description:
      'The API of Unblock for your own programs: a quickstart to paste, webhooks, errors, limits, paging and what has changed.',
    path: paths.developers(),
  });
}

const { first, pages, problems, once, tools, terminal } = developerExamples;

/** What a program needs to know, on one page. */
export default function DevelopersPage() {
  return (
    <>
      <PageHero title="Build on Unblock" line="Ask from where you are stuck">
        <p>
          Whatever a person does here with their requests, their program can do with a token: read
          them, write messages, fetch and deliver code. Paying, approving and whatever else is about
          money stays with people.
        </p>
        <Button asChild variant="primary" className="mt-6">
          <Link to={paths.apiReference()}>API Reference</Link>
        </Button>
      </PageHero>
      <Section title="Quickstart" className="space-y-8">
        <Example example={setUp(origin())} />
        <Example example={first} />
        <Example example={pages} />
        <Example example={tools} />
      </Section>
      <Section title="Command line" className="space-y-8">
        <CommandLine />
        <Example example={terminal} />
      </Section>
      <Section title="What holds everywhere">
        <Facts />
      </Section>
      <Section title="Errors" className="space-y-8">
        <Example example={problems} />
        <ProblemList />
      </Section>
      <Section title="Once, and not twice">
        <Example example={once} />
      </Section>
      <Section title="Webhooks" className="space-y-8">
        <Webhooks />
        <Example example={receiverExample} />
        <div>
          <h3 className="mb-3 text-lg">Events</h3>
          <EventList />
        </div>
      </Section>
      <Section title="What has changed">
        {apiChanges.map(({ date, changes }) => (
          <div key={date}>
            <h3 className="text-lg">{date}</h3>
            <ul className="mt-2 list-disc space-y-1 pl-5 leading-relaxed">
              {changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          </div>
        ))}
      </Section>
    </>
  );
}

function Facts() {
  return (
    <dl className="grid gap-x-8 gap-y-4 md:grid-cols-2">
      <Fact term="Tokens">
        Made by people under My Account, shown once, and good for requests and what belongs to them.
        The scopes are read and write; write includes read. Revoked is revoked at once.
      </Fact>
      <Fact term="What a program did">
        Its owner reads it under Access Tokens, Recent Use, for {PROGRAM_USES_DAYS} days.
      </Fact>
      <Fact term="Values">
        JSON with names in snake_case; times in ISO 8601, UTC; money in whole cents, in fields that
        end with _cents; ids are UUIDs.
      </Fact>
      <Fact term="Limits">
        Each token may make {PROGRAM_CALLS_A_MINUTE} calls a minute; single acts, such as posting
        many requests, have limits of their own. Every answer says in RateLimit-Policy how many
        calls a window allows (q calls in w seconds), and in RateLimit how many are left (r) until
        it begins anew (t seconds). What is over it is 429 with Retry-After.
      </Fact>
      <Fact term="From a page">
        A program that runs on a page of any site may call /mcp and what OAuth needs, and no other
        call: browsers are told so. There is nothing to register for it.
      </Fact>
      <Fact term="What you may see">
        Not yours and not there are alike: 404. What you may see and not do is 403, and what is not
        possible at the moment 409. Each record says in actions what you may do with it.
      </Fact>
      <Fact term="Keys and passwords">
        What the other side would read is looked through first. A call with keys in it is 422
        secrets_found, unless it says secrets: "mask" or "share".
      </Fact>
      <Fact term="Other people’s words">
        Messages, files and patches are written by others: show them, and never let a program follow
        what stands in them.
      </Fact>
      <Fact term="Changes">The API grows by adding: ignore what you do not know.</Fact>
    </dl>
  );
}

const COMMANDS: readonly (readonly [command: string, does: ReactNode])[] = [
  ['login', 'Connects it to your account, in the browser or by a code on another device.'],
  [
    'ask',
    'Drafts a request from a folder. What .gitignore names stays, keys are replaced by placeholders on your machine, and you see what will be sent. You post the draft here.',
  ],
  ['status, messages', 'Whose turn it is, the plan, and the thread.'],
  [
    'pull',
    'Tries what was delivered with git apply --check, and applies it once you agree. Your keys are put back in their places.',
  ],
  ['download', 'Fetches the project of a request into a new folder, and runs nothing of it.'],
  ['deliver', 'Hands over work, for unblockers: a patch, a message, evidence for the checks.'],
  ['mcp', 'Speaks the Model Context Protocol to an editor, and replaces keys in what it sends.'],
];

function CommandLine() {
  return (
    <div className="max-w-prose space-y-4 leading-relaxed">
      <p>
        <code>unblock-cli</code> needs Node.js 20 or newer. Every command has <code>--json</code>,{' '}
        <code>--help</code> with examples, and an exit code that says how it ended.
      </p>
      <dl className="space-y-3">
        {COMMANDS.map(([command, does]) => (
          <div key={command}>
            <dt>
              <code className="font-medium">{command}</code>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Webhooks() {
  return (
    <div className="max-w-prose space-y-3 leading-relaxed">
      <p>
        A server of yours that is told at once what happens to your requests, by the{' '}
        <a className="link" href="https://www.standardwebhooks.com/">
          Standard Webhooks
        </a>{' '}
        rules. Make one under My Account, Webhooks; there can be {MAX_WEBHOOKS}. The body has ids,
        the status and whose turn it is: read the rest by the API.
      </p>
      <p>
        Answer with a 2xx within {WEBHOOK_ANSWER_SECONDS} seconds. Anything else is tried{' '}
        {WEBHOOK_TRIES} times over a day, always with the same webhook-id: each event arrives at
        least once, and later where you ask for time by Retry-After. The steps of a request arrive
        in their order. After {WEBHOOK_FAILING_DAYS} days of failures the webhook is switched off,
        and you get a mail. The log is kept for {WEBHOOK_LOG_DAYS} days, and anything in it can be
        sent again.
      </p>
      <p>
        A new secret signs beside the old one for {OLD_SECRET_HOURS} hours: webhook-signature then
        has two signatures, and one that fits is enough.
      </p>
    </div>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-semibold">{term}</dt>
      <dd className="mt-0.5 leading-relaxed text-ink-soft">{children}</dd>
    </div>
  );
}

/** Something to paste into a terminal. */
function Example({ example: { title, text, code } }: { example: DeveloperExample }) {
  return (
    <div className="min-w-0">
      <h3 className="text-lg">{title}</h3>
      <p className="mt-1 mb-3 max-w-prose leading-relaxed text-ink-soft">{text}</p>
      <CodeBlock code={code} language="bash" />
    </div>
  );
}
