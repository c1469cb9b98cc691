import type { Page } from '@playwright/test';
import { newCustomer, newModerator, PASSWORD } from './account-people.ts';
import { expectAccessible } from './axe.ts';
import { losingAnswer } from './lost-answer.ts';
import { caller, grabbed } from './moderated-work.ts';
import { enter, expect, type RealServer, test } from './server.ts';

const CUSTOMER = 'customer@example.com';
const DEVELOPER = 'developer@example.com';

const button = (within: Pick<Page, 'getByRole'>, name: string) =>
  within.getByRole('button', { name, exact: true });

/** A request of which a message was reported. */
async function reportedRequest(
  server: RealServer,
  title: string,
  customer = { email: CUSTOMER, password: 'unblock-demo' },
): Promise<string> {
  const by = {
    customer: await caller(server, customer.email, customer.password),
    developer: await caller(server, DEVELOPER),
  };
  const id = await grabbed(by, title);
  const said = await by.developer(`/api/tickets/${id}/messages`, { text: `Pay me for ${title}.` });
  await by.customer(`/api/messages/${said.id}/report`);
  return id;
}

test('two moderators at one desk: a case is taken, both sides are asked, and a colleague’s decision costs no words', async ({
  page: sam,
  newPerson,
  server,
}) => {
  const email = await newModerator(server, { first_name: 'Kim', last_name: 'Ito' });
  const first = await reportedRequest(server, 'Desk one');
  const second = await reportedRequest(server, 'Desk two');
  const [kim, customer] = [await newPerson(), await newPerson()];
  await Promise.all([
    enter(sam, 'moderator@example.com'),
    enter(kim, email, PASSWORD),
    enter(customer, CUSTOMER),
  ]);

  // A text for both, which is at hand in every dialog.
  await kim.goto('/moderation/replies');
  await button(kim, 'Add a Reply').click();
  const reply = kim.getByRole('dialog', { name: 'Add a Reply' });
  await reply.getByLabel('Name').fill('Be polite');
  await reply.getByLabel('Text').fill('Please stay polite.');
  // Closed by mistake, then saved by a call whose answer is lost.
  await kim.keyboard.press('Escape');
  await button(kim, 'Add a Reply').click();
  await losingAnswer(kim, /\/moderation\/replies$/, () => button(reply, 'Save Reply').click());
  await expect(reply.getByRole('alert')).toBeVisible();
  await button(reply, 'Save Reply').click();
  await expect(kim.getByText('Please stay polite.')).toBeVisible();
  await expect(kim.getByText('Please stay polite.')).toHaveCount(1);
  await expectAccessible(kim, 'main');

  await kim.goto('/moderation?tab=requests');
  await kim.getByLabel('Name or Email').pressSequentially('okafor');
  const row = kim.getByRole('row', { name: /Desk one/ });
  await expect(row.getByText('Pay me for Desk one.')).toBeVisible();
  await expect(row.getByText('Nobody')).toBeVisible();
  await expectAccessible(kim, 'main');

  await sam.goto('/moderation?tab=requests&queue=help&person=Okafor');
  await sam
    .getByRole('row', { name: /Desk one/ })
    .getByRole('link')
    .click();
  await button(sam, 'Take Case').click();
  await expect(sam.getByText('You took this case')).toBeVisible();
  await expect(row.getByText('Sam Reyes')).toBeVisible();

  await button(sam, 'Ask Both Sides').click();
  const question = sam.getByRole('dialog', { name: 'Ask Both Sides' });
  await question.getByLabel('Question').fill('What was agreed?');
  await question.getByLabel('Saved Reply').selectOption('Be polite');
  await expect(question.getByLabel('Question')).toHaveValue(
    'What was agreed?\n\nPlease stay polite.',
  );
  await losingAnswer(sam, /\/ask-sides$/, () => button(question, 'Send Question').click());
  await expect(question.getByRole('alert')).toContainText('network error');
  // Closed by mistake: the words stay, and what was sent before is not sent twice.
  await sam.keyboard.press('Escape');
  await button(sam, 'Ask Both Sides').click();
  await expect(question.getByLabel('Question')).toHaveValue(
    'What was agreed?\n\nPlease stay polite.',
  );
  await button(question, 'Send Question').click();
  await expect(question).toBeHidden();
  await expect(sam.getByText('nobody has answered yet')).toBeVisible();
  const mail = await server.mail(DEVELOPER, /A Moderator Has a Question/, 'What was agreed?');
  expect(mail.text).toContain(`/discussions/${first}`);

  await customer.goto(`/discussions/${first}`);
  await expect(customer.getByText('→ A moderator asks both sides')).toBeVisible();
  await expect(customer.getByText('→ A moderator asks both sides')).toHaveCount(1);
  await customer.getByLabel('Message', { exact: true }).fill('A fixed price.');
  await button(customer, 'Send').click();
  await expect(sam.getByText('nobody has answered yet')).toHaveCount(0);

  // Kim writes while Sam decides.
  await row.getByRole('link').click();
  await button(kim, 'Resume').click();
  const resume = kim.getByRole('dialog', { name: 'Resume Request' });
  await expect(resume.getByText('Sam Reyes took this case')).toBeVisible();
  await resume.getByLabel('Reason').fill('They have made up.');
  await kim.keyboard.press('Escape');
  await button(kim, 'Resume').click();
  await expect(resume.getByLabel('Reason')).toHaveValue('They have made up.');
  await button(resume, 'Resume').click();
  await expect(resume.getByText('Please say that you mean it')).toBeVisible();
  await expectAccessible(kim, '[role=dialog]');

  await button(sam, 'Close for the Customer').click();
  const close = sam.getByRole('dialog', { name: 'Close for the Customer' });
  await close.getByLabel('Reason').fill('Money outside is not allowed.');
  await button(close, 'Close for the Customer').click();
  await expect(close).toBeHidden();

  await expect(resume.getByText('Sam Reyes closed this')).toBeVisible();
  await button(resume, 'Resume').click();
  await expect(resume.getByRole('alert')).toContainText('Sam Reyes closed this');
  await expect(resume.getByLabel('Reason')).toHaveValue('They have made up.');
  await button(resume, 'Cancel').click();
  await expect(kim.getByText('Customer Rejected').first()).toBeVisible();
  expect(await kim.evaluate(() => JSON.stringify(localStorage))).not.toContain('made up');

  await sam.getByRole('link', { name: 'Next Case' }).click();
  await expect(sam).not.toHaveURL(new RegExp(first));
  await expect(sam.getByText('Nobody has taken this case.')).toBeVisible();

  // A case goes to a colleague, and back to nobody. The next one may be another journey's, which ends it.
  await sam.goto(`/moderation/requests/${second}`);
  const record = sam.getByRole('region', { name: 'Customer: Maya Okafor' });
  await expect(record.getByText(/running, \d+ finished/)).toBeVisible();
  await expect(record.getByText('Chargebacks')).toBeVisible();
  await button(sam, 'Take Case').click();
  await button(sam, 'Hand Over').click();
  const handOver = sam.getByRole('dialog', { name: 'Hand Over' });
  await handOver.getByLabel('Colleague').selectOption({ label: `Kim Ito, ${email}` });
  await button(handOver, 'Hand Over').click();
  await expect(sam.getByText('Kim Ito took this case')).toBeVisible();
  await kim.goto(sam.url());
  await expect(kim.getByText('You took this case')).toBeVisible();
  await button(kim, 'Let Go').click();
  await expect(kim.getByText('Nobody has taken this case.')).toBeVisible();
  await kim.goto('/moderation?tab=requests&queue=help');
  await kim.getByLabel('Sort By').selectOption('Held money');
  await expect(kim).toHaveURL(/sort=held/);
  await expect(kim.getByRole('row', { name: /Desk two/ })).toBeVisible();

  await sam.getByRole('link', { name: 'Maya Okafor' }).click();
  await expect(sam.getByRole('heading', { name: 'Maya Okafor', level: 1 })).toBeVisible();
});

test('the queue of one person is gone through from the first case to the last, and a colleague’s decision stands in each open dialog', async ({
  page: sam,
  newPerson,
  server,
}) => {
  const email = await newCustomer(server);
  const ids: string[] = [];
  for (const title of ['One', 'Two', 'Three'])
    ids.push(await reportedRequest(server, `Walk ${title}`, { email, password: PASSWORD }));
  const [first = '', second = '', third = ''] = ids;
  const colleague = await newModerator(server, { first_name: 'Noa', last_name: 'Berg' });
  const noa = await newPerson();
  await Promise.all([enter(sam, 'moderator@example.com'), enter(noa, colleague, PASSWORD)]);

  // A link to other cases takes the typed name along.
  await sam.goto('/moderation?tab=requests');
  const person = sam.getByLabel('Name or Email');
  await person.pressSequentially(email);
  await expect(sam.getByRole('row')).toHaveCount(4);
  await sam.getByRole('link', { name: /Nobody’s cases/ }).click();
  await expect(person).toHaveValue('');
  await person.pressSequentially(email);
  await sam.getByLabel('Whose').selectOption('Mine and nobody’s');
  await expect(person).toHaveValue(email);
  await expect(sam.getByRole('row')).toHaveCount(4);

  // Cases that are put off stay where they are, and do not come again before the others.
  await sam
    .getByRole('row', { name: /Walk One/ })
    .getByRole('link')
    .click();
  await expect(sam).toHaveURL(new RegExp(first));
  const next = sam.getByRole('link', { name: 'Next Case' });
  await button(sam, 'Take Case').click();
  await next.click();
  await expect(sam).toHaveURL(new RegExp(second));
  // The address is there before its screen, whose link this one is.
  await expect(sam.getByText('Pay me for Walk Two.').first()).toBeVisible();
  await next.click();
  await expect(sam).toHaveURL(new RegExp(third));
  await expect(sam.getByText('This is the last case.')).toBeVisible();
  await expect(next).toHaveCount(0);
  await expectAccessible(sam, 'main');
  await sam.getByRole('link', { name: 'First Case' }).click();
  await expect(sam).toHaveURL(new RegExp(first));

  // Noa decides while Sam writes a question, and hides a message while Sam is about to.
  await noa.goto(`/moderation/requests/${first}`);
  await button(sam, 'Read Discussion').click();
  await button(sam, 'Hide Message').click();
  const hide = sam.getByRole('dialog', { name: 'Hide Message' });
  await hide.getByLabel('Reason').fill('It asks for money outside.');
  await button(noa, 'Resume').click();
  const resume = noa.getByRole('dialog', { name: 'Resume Request' });
  await resume.getByLabel('Reason').fill('They have made up.');
  await resume.getByLabel('Decide it all the same').check();
  await button(resume, 'Resume').click();
  await expect(resume).toBeHidden();
  await expect(hide.getByText('Noa Berg resumed this')).toBeVisible();
  await expect(hide.getByLabel('Reason')).toHaveValue('It asks for money outside.');
  await button(hide, 'Cancel').click();

  await next.click();
  await expect(sam).toHaveURL(new RegExp(second));
  await button(sam, 'Ask Both Sides').click();
  const question = sam.getByRole('dialog', { name: 'Ask Both Sides' });
  await question.getByLabel('Question').fill('What was agreed?');
  await noa.goto(`/moderation/requests/${second}`);
  await button(noa, 'Resume').click();
  await resume.getByLabel('Reason').fill('They have made up.');
  await button(resume, 'Resume').click();
  await expect(resume).toBeHidden();
  await expect(question.getByText('Noa Berg resumed this')).toBeVisible();
  await button(question, 'Send Question').click();
  await expect(question.getByRole('alert')).toContainText('Noa Berg resumed this');
  await expect(question.getByLabel('Question')).toHaveValue('What was agreed?');
  await button(question, 'Cancel').click();
  await next.click();
  await expect(sam).toHaveURL(new RegExp(third));
  await expect(sam.getByText('No other case waits.')).toBeVisible();
});

test('a way that is taken before the request has come leads there, and what comes moves nothing away', async ({
  page: sam,
  server,
}) => {
  const id = await reportedRequest(server, 'Late to come');
  await enter(sam, 'moderator@example.com');
  const coming = Promise.withResolvers<void>();
  await sam.route(`**/api/moderation/tickets/${id}`, async (route) => {
    await coming.promise;
    return route.continue();
  });
  await sam.goto(`/moderation/requests/${id}`);
  const way = sam.getByRole('link', { name: 'Audit Log' });
  await expect(way).toBeVisible();
  const before = await way.boundingBox();
  // The next screen takes its time, too.
  const loading = Promise.withResolvers<void>();
  await sam.route('**/assets/**', async (route) => {
    await loading.promise;
    return route.continue();
  });
  await way.click();
  coming.resolve();
  await expect(sam.getByText('Pay me for Late to come.').first()).toBeVisible();
  await expect(
    sam
      .getByRole('link', { name: /Next Case|First Case/ })
      .or(sam.getByText('No other case waits.'))
      .first(),
  ).toBeVisible();
  expect(await way.boundingBox()).toEqual(before);
  loading.resolve();
  await expect(sam).toHaveURL(/tab=audit-log/);
});
