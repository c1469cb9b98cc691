import { PLATFORM_FEE_PERCENT } from '#domain/money.ts';
import { MoneyRow, MoneyRows } from './money-rows.tsx';
import { usePlan } from './plan-context.ts';
import { type PlanMoney, planMoney } from './plan-money.ts';

/** What the plan costs, what that is made of, and where the money is. */
export function MoneyPanel() {
  const { ticket, milestones } = usePlan();
  const money = planMoney(milestones);
  return (
    <section aria-labelledby="money" className="card p-5">
      <h2 id="money" className="mb-3 text-lg">
        Money
      </h2>
      {ticket.relation === 'developer' ? (
        <DeveloperMoney money={money} />
      ) : (
        <CustomerMoney money={money} />
      )}
    </section>
  );
}

function CustomerMoney({ money }: { money: PlanMoney }) {
  const { held, released, refunded, unpaid } = money.charged;
  return (
    <>
      <MoneyRows>
        <MoneyRow term="Cost of the plan" cents={money.cost} />
        {money.discount > 0 && <MoneyRow term="First-hour price" cents={money.discount} off />}
        <MoneyRow term="You pay in all" cents={money.charge} strong />
        <MoneyRow term={`${PLATFORM_FEE_PERCENT}% fee, included`} cents={money.fee} soft />
      </MoneyRows>
      <MoneyRows className="mt-4 border-t border-line pt-4">
        <MoneyRow term="Held" cents={held} />
        <MoneyRow term="Released" cents={released} />
        {refunded > 0 && <MoneyRow term="Refunded" cents={refunded} />}
        <MoneyRow term="Not paid yet" cents={unpaid} soft />
      </MoneyRows>
      <p className="mt-4 text-2xs text-ink-soft">
        You pay milestone by milestone. What you paid is held until you approve the work.
      </p>
    </>
  );
}

function DeveloperMoney({ money }: { money: PlanMoney }) {
  const { held, released, refunded, unpaid } = money.shares;
  return (
    <>
      <MoneyRows>
        <MoneyRow term="Cost of the plan" cents={money.cost} />
        <MoneyRow term={`${PLATFORM_FEE_PERCENT}% fee, included`} cents={money.fee} off />
        <MoneyRow term="You receive" cents={money.share} strong />
      </MoneyRows>
      <MoneyRows className="mt-4 border-t border-line pt-4">
        <MoneyRow term="Held for you" cents={held} />
        <MoneyRow term="Released to you" cents={released} />
        {refunded > 0 && <MoneyRow term="Refunded to the customer" cents={refunded} />}
        <MoneyRow term="Not paid yet" cents={unpaid} soft />
      </MoneyRows>
      {money.discount > 0 && (
        <p className="mt-4 text-2xs text-ink-soft">
          The customer's first hour costs less; you are paid in full.
        </p>
      )}
    </>
  );
}
