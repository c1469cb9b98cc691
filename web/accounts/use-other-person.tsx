import { type ReactNode, useCallback, useState } from 'react';
import type { AskWho } from '../api/email-links.ts';
import { Button } from '../ui/button.tsx';

interface Question {
  here: string;
  link: string;
  answer: (goesOn: boolean) => void;
}

/**
 * Asks a signed-in person who has opened another person's link which of the two they want to be: an
 * attacker may have sent the link to make them work in the attacker's account.
 */
export function useOtherPerson(): { ask: AskWho; question: ReactNode } {
  const [asked, setAsked] = useState<Question | null>(null);
  const ask = useCallback<AskWho>(
    (people) =>
      new Promise((resolve) => {
        setAsked({
          ...people,
          answer: (goesOn) => {
            setAsked(null);
            resolve(goesOn);
          },
        });
      }),
    [],
  );
  return { ask, question: asked && <OtherPerson {...asked} /> };
}

function OtherPerson({ here, link, answer }: Question) {
  return (
    <>
      <h2 className="text-xl">This link is for another account</h2>
      <p className="wrap-anywhere">
        You are signed in as <strong>{here}</strong>. The link is for <strong>{link}</strong>.
      </p>
      <p className="text-sm text-ink-soft">
        If you go on, you are signed out here and use the other account. If you did not ask for this
        link, stay where you are.
      </p>
      <div className="flex flex-col gap-2">
        <Button variant="primary" className="wrap-anywhere" onClick={() => answer(false)}>
          Stay Signed In
        </Button>
        <Button className="wrap-anywhere" onClick={() => answer(true)}>
          Use the Other Account
        </Button>
      </div>
    </>
  );
}
