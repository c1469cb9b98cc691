import { Tag } from '../ui/badge.tsx';

interface Example {
  problem: string;
  tool: string;
  /** The plan: what was to be done, in one line each. */
  plan: readonly string[];
  hours: string;
  price: string;
  done: string;
}

/** Made up like the demo's requests, and marked so, until customers allow theirs to be shown. */
const examples: readonly Example[] = [
  {
    problem: 'Stripe webhook answers 400 on every event',
    tool: 'Claude · Express, Stripe',
    plan: ['Verify webhooks on the raw body', 'A test that posts a signed event'],
    hours: '2 hours',
    price: '$75.00',
    done: 'Done the same evening',
  },
  {
    problem: 'Everyone can read all orders',
    tool: 'Lovable · Supabase, React',
    plan: ['Policies for all nine tables', 'Proof as two different users'],
    hours: '3 hours',
    price: '$150.00',
    done: 'Done in two days',
  },
  {
    problem: 'Login loops forever after the deploy',
    tool: 'Cursor · Next.js, Vercel',
    plan: ['Find why the cookie is refused', 'Fix it, with a login test'],
    hours: '1 hour',
    price: '$25.00',
    done: 'Done in four hours',
  },
];

/** What a solved request looks like: problem, plan, price and time. */
export function SolvedExamples() {
  return (
    <ul className="grid grid-cols-1 gap-4 md:grid-cols-3">
      {examples.map(({ problem, tool, plan, hours, price, done }) => (
        <li key={problem} className="card flex flex-col p-5">
          <p className="flex flex-wrap items-center justify-between gap-2 text-2xs text-ink-soft">
            {tool}
            <Tag>Example</Tag>
          </p>
          <h3 className="mt-2 text-lg leading-snug">{problem}</h3>
          <ul aria-label="Plan" className="mt-3 flex flex-col gap-1 text-sm text-ink-soft">
            {plan.map((step) => (
              <li key={step} className="flex gap-2">
                <span aria-hidden className="mt-1.5 size-2 shrink-0 rounded-[2px] bg-go" />
                {step}
              </li>
            ))}
          </ul>
          <p className="figures mt-auto flex items-baseline justify-between gap-3 pt-4">
            <span className="text-lg font-semibold">{price}</span>
            <span className="text-sm text-ink-soft">
              {hours} · {done}
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}
