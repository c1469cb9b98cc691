import type { Ticket } from '#domain/ticket.ts';
import { Fact } from '../ui/fact.tsx';

/** What the customer has told beside the description, to either side and to moderators. */
export function RequestFacts({ stack, budget }: Pick<Ticket, 'stack' | 'budget'>) {
  return (
    <>
      <Fact term="Tech Stack">
        <bdi>{stack || 'Not given'}</bdi>
      </Fact>
      <Fact term="Budget">
        <bdi>{budget}</bdi>
      </Fact>
    </>
  );
}
