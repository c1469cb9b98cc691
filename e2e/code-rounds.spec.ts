import { expectAccessibleInEveryLook } from './axe.ts';
import {
  approve,
  codeTogether,
  entry,
  expectHandedBack,
  lookAtChanges,
  submitPatch,
  tab,
} from './code-deeds.ts';
import { losingAnswer } from './lost-answer.ts';
import { paid } from './moderated-work.ts';
import { press } from './plan.ts';
import { packageSources, WorkingCopy } from './real-project.ts';
import { expect, test } from './server.ts';

const WINDOW = { width: 1280, height: 720 };

test('a React project goes through two rounds: comments stay at their lines, and what is new is told apart', async ({
  page,
  newPerson,
  server,
}) => {
  const project = packageSources('@tanstack/react-query');
  const { customer, developer, sides, id, milestone } = await codeTogether(
    { page, newPerson, server },
    'The list loads twice',
  );
  using work = new WorkingCopy(project);

  // In as a folder, whose `.git` stays at home; read and asked about by keys alone.
  await customer.getByLabel('Choose a Folder').setInputFiles(work.folder);
  await expect(entry(developer, 'src')).toBeVisible();
  const tree = developer.getByRole('tree', { name: 'Project Files' });
  await tree.focus();
  for (const key of ['s', 'ArrowRight', 'u']) await tree.press(key);
  await expect(entry(developer, 'useBaseQuery.ts')).toBeVisible();
  await tree.press('u');
  await tree.press('Enter');
  const text = developer.getByRole('region', { name: /^Text of src\/use/ });
  await text.focus();
  // The second press comes before the page has drawn the first.
  await text.evaluate((frame) => {
    for (let press = 0; press < 2; press++) {
      frame.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
    }
  });
  await text.press('Shift+ArrowDown');
  await expect(developer).toHaveURL(/#L2-L3$/);
  await press(developer, 'Ask about these lines');
  await expect(developer.getByLabel('Message', { exact: true })).toBeFocused();
  await developer.keyboard.type('Do you call this one?');
  await developer.keyboard.press('Control+Enter');
  await tab(customer, 'Discussion').click();
  await expect(customer.getByRole('list', { name: 'Lines of the project' })).toContainText(':2-3');

  // The first round, and what its customer says about a line of the change.
  const hook = work.read('src/useQuery.ts');
  work.write('src/useQuery.ts', `${hook}\nexport const TWICE = true;\n`);
  await submitPatch(developer, { patch: work.patch(), says: /Version 2 goes along: 1 file/ });
  await paid(sides.customer, milestone);
  await lookAtChanges(customer, /1 file changed/);
  const last = hook.split('\n').length + 1;
  const number = customer.getByRole('button', { name: `Line ${last} after the change` });
  await number.click();
  await customer.getByLabel(`Comment on line ${last}`).fill('Twice is what I had before.');
  await expectAccessibleInEveryLook(customer, 'main');
  await customer.setViewportSize(WINDOW);
  await losingAnswer(customer, /\/messages$/, () => press(customer, 'Send Comment'));
  await expect(customer.getByRole('alert')).toContainText('network error');
  // Sent again from a form that was opened anew, it is the same message.
  await press(customer, 'Cancel');
  await number.click();
  await press(customer, 'Send Comment');
  const comments = customer.getByRole('list', { name: 'Comments' });
  await expect(comments).toContainText('Twice is what I had before.');
  await expect(comments.getByText('Twice is what I had before.')).toHaveCount(1);
  await expect(number).toBeFocused();

  // The other side has it as a message whose lines lead back.
  await tab(developer, 'Discussion').click();
  const said = developer.getByRole('list', { name: 'Lines of the project' }).last();
  await expect(said).toContainText('TWICE = true');
  await sides.customer(`/api/milestones/${milestone}/reject`, { feedback: 'Once, please.' });
  await sides.developer(`/api/milestones/${milestone}/start`);

  // The second round: since the project, and since the round before.
  work.write('src/useQuery.ts', `${hook}\nexport const TWICE = false;\n`);
  work.write('NOTES.md', 'It loads once.\n');
  await submitPatch(developer, { patch: work.patch(), says: /Version 3 goes along: 2 files/ });
  await lookAtChanges(customer, /2 files changed/);
  // On a slow line, where the first press comes to the server once the other comparison is read.
  const viewed = customer.getByLabel('Viewed NOTES.md');
  const since = customer.getByLabel('Changed since');
  const arriving = Promise.withResolvers<void>();
  await customer.route(
    '**/viewed',
    async (route) => {
      await arriving.promise;
      await route.continue();
    },
    { times: 1 },
  );
  await viewed.check();
  await expect(customer.getByText('1 of 2 viewed')).toBeVisible();
  const round = { label: 'Version 2, an earlier round' };
  await since.selectOption(round);
  await expect(customer.getByText('2 files changed, 2 lines added, 1 line removed')).toBeVisible();
  arriving.resolve();
  await expect(viewed).toBeChecked();
  await viewed.uncheck();
  await since.selectOption('');
  await expect(customer.getByText('0 of 2 viewed')).toBeVisible();
  await expect(viewed).not.toBeChecked();
  await since.selectOption(round);
  await expect(comments).toContainText('Twice is what I had before.');

  // What was said about the first round opens the lines of that round.
  await tab(developer, 'Discussion').click();
  await expect(said).toContainText('TWICE = true');
  // The thread may still move to its end under the pointer.
  await expect(async () => {
    await said.getByRole('link').click({ timeout: 5000 });
    await expect(developer).toHaveURL(new RegExp(`#L${last}$`), { timeout: 5000 });
  }).toPass();
  await expect(developer.getByRole('region', { name: 'Text of src/useQuery.ts' })).toContainText(
    'TWICE = true',
  );

  await approve(customer);
  await expectHandedBack(customer, id, { before: project, after: work.files() });
});

test('a CommonJS project with pages, styles and fonts comes back byte by byte', async ({
  page,
  newPerson,
  server,
}) => {
  const project = packageSources('maildev');
  const { customer, developer, sides, id, milestone } = await codeTogether(
    { page, newPerson, server },
    'The page of a mail stays empty',
  );
  using work = new WorkingCopy(project);
  const tar = { name: 'mail.tar.gz', mimeType: 'application/gzip', buffer: work.tarball() };
  await customer.getByLabel('Choose an Archive').setInputFiles(tar);
  await expect(entry(customer, 'index.js')).toBeVisible();
  await expect(customer.getByText(/Left out: .* \(history of version control\)/)).toBeVisible();

  await entry(developer, 'index.js').click();
  await developer.getByRole('button', { name: 'Line 1', exact: true }).click();
  await press(developer, 'Ask about these lines');
  await developer.getByLabel('Message', { exact: true }).fill('Is this your own copy?');
  await press(developer, 'Send');

  // Other line ends, another place, a text that is gone, bytes that are no text, another encoding.
  work.write('app/index.html', work.read('app/index.html').replaceAll('\n', '\r\n'));
  work.write('app/styles/style.css', `${work.read('app/styles/style.css')}\nbody { margin: 0 }`);
  work.write('lib/helpers/blind-copy.js', work.read('lib/helpers/bcc.js'));
  work.remove('lib/helpers/bcc.js');
  work.remove('npm-ls.txt');
  work.write('app/favicon.ico', Buffer.from([0, 255, 1, 254, 10, 13, 0]));
  work.write('app/views/café ☕.html', Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a]));
  await submitPatch(developer, { patch: work.patch(), says: /Version 2 goes along: 6 files/ });
  await paid(sides.customer, milestone);
  await lookAtChanges(customer, /6 files changed/);
  await expect(customer.getByText('lib/helpers/bcc.js →')).toBeVisible();
  await approve(customer);
  await expectHandedBack(customer, id, { before: project, after: work.files() });
});
