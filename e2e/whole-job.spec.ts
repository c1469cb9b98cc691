import { expect, signIn, test } from './server.ts';

test('a new customer and the demo unblocker do the whole job, each seeing the other’s steps live', async ({
  page: customer,
  newPerson,
  server,
}) => {
  const email = `stuck-${Date.now()}@example.com`;

  // Sign up, and confirm by the mail that arrives.
  await customer.goto('/learn-more');
  await customer.getByLabel('Email').fill(email);
  await customer.getByLabel('Password', { exact: true }).fill('correct horse 7');
  await customer.getByLabel('Confirm Password').fill('correct horse 7');
  await customer.getByLabel('First Name').fill('Robin');
  await customer.getByLabel('Last Name').fill('Stuck');
  await customer.getByRole('button', { name: 'Sign Up' }).click();
  await customer.waitForURL('**/verification-pending');
  await expect(customer.getByText(email)).toBeVisible();
  const link = /https?:\/\/\S+\/auth\/v1\/verify\S+/.exec(
    (await server.mail(email, /confirm/i)).text,
  )?.[0];
  await customer.goto(link ?? '');
  await customer.waitForURL('**/dashboard/customer');
  await expect(customer.getByRole('heading', { level: 1, name: 'Your Dashboard' })).toBeVisible();

  // Ask for help.
  await expect(customer.getByText('Welcome to Unblock')).toBeVisible();
  await customer.getByRole('button', { name: 'New Request' }).first().click();
  const form = customer.getByRole('dialog', { name: 'Create a New Request' });
  await form
    .getByLabel('Description')
    .fill('My cart forgets everything\nAfter a reload the cart is empty.');
  await form.getByLabel('Web').check();
  await form.getByLabel('Tech Stack').fill('React, Vite');
  await form.getByLabel('Budget').fill('$100');
  await form.getByRole('button', { name: 'Submit Request' }).click();
  await expect(customer.getByText('Your request has been submitted successfully!')).toBeVisible();
  await customer.keyboard.press('Escape');
  await expect(customer.getByText('My cart forgets everything')).toBeVisible();

  // The unblocker asks first, then takes it.
  const developer = await newPerson();
  await signIn(developer, 'developer@example.com');
  await developer.waitForURL('**/dashboard/developer');
  await developer
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Available Requests' })
    .click();
  const offer = developer.getByRole('listitem').filter({ hasText: 'My cart forgets everything' });
  await offer.getByRole('button', { name: 'Message Customer' }).click();
  await developer.waitForURL('**/discussions/*');
  await developer.getByRole('textbox', { name: 'Message' }).fill('Which browser do you use?');
  await developer.getByRole('button', { name: 'Send' }).click();
  await expect(developer.getByText('Which browser do you use?')).toBeVisible();
  const ticketId = new URL(developer.url()).pathname.split('/').at(-1) ?? '';
  const short = ticketId.slice(-6).toUpperCase();

  // The customer answers in the discussion, live.
  await customer
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Discussions' })
    .click();
  await expect(customer.getByText('Which browser do you use?').first()).toBeVisible();
  await customer.getByRole('textbox', { name: 'Message' }).fill('Firefox, on a Mac.');
  await customer.getByRole('button', { name: 'Send' }).click();
  await expect(developer.getByText('Firefox, on a Mac.').first()).toBeVisible();

  await developer.goto(`/dashboard/developer/plan/${ticketId}`);
  await expect(
    developer.getByRole('heading', { level: 1, name: `Request #${short} Roadmap` }),
  ).toBeVisible();
  await developer.getByRole('button', { name: 'Grab Request' }).first().click();
  await developer.getByRole('dialog').getByRole('button', { name: 'Grab Request' }).click();

  // Both sit before the roadmap from here on: nobody reloads.
  await customer.goto(`/dashboard/customer/plan/${ticketId}`);
  await expect(customer.getByText('Planning').first()).toBeVisible();
  for (const title of ['Keep the cart', 'Test it']) {
    await developer.getByRole('button', { name: 'Add Milestone' }).first().click();
    const dialog = developer.getByRole('dialog', { name: 'Add New Milestone' });
    await dialog.getByLabel('Title').fill(title);
    await dialog.getByLabel('Description').fill('Store it, and read it back at the start.');
    await dialog.getByLabel('Hours').fill('2');
    await dialog.getByRole('button', { name: 'Add Milestone' }).click();
    await expect(dialog).toBeHidden();
  }
  await developer.getByRole('button', { name: 'Submit Plan' }).first().click();
  await developer.getByRole('dialog').getByRole('button', { name: 'Submit Plan' }).click();
  await expect(customer.getByText("Developer's Proposed Plan")).toBeVisible();
  await expect(customer.getByText('$200.00').first()).toBeVisible();

  // Approve, and pay on the sandbox's page in a new tab: the first hour costs $25.
  await customer.getByRole('button', { name: 'Approve Plan' }).first().click();
  const approval = customer.getByRole('dialog', { name: 'Approve Plan' });
  const madeOf = ['Cost', '$100.00', 'First-hour price', '−$25.00', 'You pay now', '$75.00'];
  for (const part of [...madeOf, '10% fee, included', '$10.00'])
    await expect(approval).toContainText(part);
  const popup = customer.waitForEvent('popup');
  await approval.getByRole('button', { name: "Let's do this!" }).click();
  const checkout = await popup;
  await expect(checkout.getByText('$75.00')).toBeVisible();
  await checkout.getByRole('button', { name: 'Pay', exact: true }).click();
  await checkout.waitForURL('**/paidSuccessful/*');
  await expect(checkout.getByText('Thank you for your payment!')).toBeVisible();
  await checkout.close();

  // Work, hand in, be sent back once, be accepted.
  await expect(developer.getByText(/^Held \$/).first()).toBeVisible();
  await developer.getByRole('button', { name: 'Start', exact: true }).first().click();
  await handIn('The cart is kept in localStorage now.');
  await customer.getByRole('button', { name: 'Review', exact: true }).first().click();
  await customer.getByRole('dialog').getByRole('button', { name: 'Request Changes' }).click();
  const back = customer.getByRole('dialog', { name: 'Request Changes' });
  await back.getByLabel('Feedback').fill('Private windows lose it still.');
  await back.getByRole('button', { name: 'Request Changes' }).click();
  await customer.waitForURL(`**/discussions/${ticketId}`);
  await expect(customer.getByText('Private windows lose it still.').first()).toBeVisible();
  await customer.goto(`/dashboard/customer/plan/${ticketId}`);
  await developer.getByRole('button', { name: 'Start', exact: true }).first().click();
  await handIn('Private windows fall back to the server.');
  await approve();

  // The next milestone started by itself; it has to be paid before it can be approved.
  await handIn('Tests are in cart.test.ts.');
  await customer.getByRole('button', { name: 'Review', exact: true }).first().click();
  await customer.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  const second = customer.waitForEvent('popup');
  await customer.getByRole('dialog').getByRole('button', { name: 'Pay Milestone' }).click();
  const nextCheckout = await second;
  await expect(nextCheckout.getByText('$100.00')).toBeVisible();
  await nextCheckout.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(nextCheckout.getByText('Thank you for your payment!')).toBeVisible();
  await nextCheckout.close();
  await customer.bringToFront();
  await customer.keyboard.press('Escape');
  await customer.keyboard.press('Escape');
  await approve();

  // Rate.
  const rating = customer.getByRole('dialog', { name: 'Rate Developer' });
  await rating.getByRole('radio', { name: '5 stars' }).check();
  await rating.getByLabel('Feedback').fill('Asked the right question first.');
  await rating.getByRole('button', { name: 'Submit Feedback' }).click();
  await expect(rating).toBeHidden();
  await expect(customer.getByText('Customer Approved').first()).toBeVisible();
  await expect(developer.getByText('Customer Approved').first()).toBeVisible();

  async function handIn(message: string): Promise<void> {
    await developer.getByRole('button', { name: 'Submit', exact: true }).first().click();
    const dialog = developer.getByRole('dialog', { name: 'Submit Milestone' });
    await dialog.getByLabel('Message').fill(message);
    await dialog.getByRole('button', { name: 'Submit Milestone' }).click();
    await expect(dialog).toBeHidden();
  }

  async function approve(): Promise<void> {
    await customer.getByRole('button', { name: 'Review', exact: true }).first().click();
    await customer
      .getByRole('dialog')
      .getByRole('button', { name: 'Approve', exact: true })
      .click();
    await customer
      .getByRole('dialog', { name: 'Approve Milestone' })
      .getByRole('button', { name: 'Approve Milestone' })
      .click();
    await expect(customer.getByRole('dialog', { name: 'Approve Milestone' })).toBeHidden();
  }
});
