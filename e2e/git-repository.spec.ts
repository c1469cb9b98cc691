import {
  byGit,
  endless,
  newRepository,
  ONE_MORE,
  REFS_BEGIN,
  REFS_TYPE,
  serve,
} from '../server/testing/git-server.ts';
import { expectAccessible } from './axe.ts';
import { codeTogether, entry } from './code-deeds.ts';
import { press } from './plan.ts';
import { packageSources } from './real-project.ts';
import { expect, test } from './server.ts';

test('a project comes from a Git repository by its address, and an address that is none fails in words', async ({
  page,
  newPerson,
  server,
}) => {
  const repository = newRepository();
  repository.write(packageSources('eventsource-client'));
  repository.link('latest.ts', 'src/client.ts');
  repository.git('add', '--all');
  repository.git('commit', '-qm', 'First');
  repository.git('checkout', '-qb', 'fix/reconnect');
  repository.write({ 'only-here.txt': 'On the branch alone.\n' });
  repository.git('add', '--all');
  repository.git('commit', '-qm', 'Second');
  repository.git('checkout', '-q', 'main');
  const real = await serve(byGit(repository), server.certificate);
  const withoutEnd = await serve((_, response) => {
    response.setHeader('content-type', REFS_TYPE);
    response.write(REFS_BEGIN);
    endless(response, Buffer.from(ONE_MORE.repeat(1000)));
  }, server.certificate);
  try {
    const { customer, developer } = await codeTogether(
      { page, newPerson, server },
      'The project is in a repository',
    );
    const address = customer.getByLabel('Public Git Repository');

    // One of our own network is not even asked, and what was typed stays.
    await address.fill('https://192.168.1.10/shop.git');
    await press(customer, 'Read Repository');
    await expect(
      customer.getByText('This address is not one of the public internet'),
    ).toBeVisible();
    await expect(address).toHaveValue('https://192.168.1.10/shop.git');

    // One that answers without end is given up, and says so.
    await address.fill(`${withoutEnd.url}/shop.git`);
    await press(customer, 'Read Repository');
    await expect(customer.getByText('It sends more than 16 MB')).toBeVisible();
    await expect.poll(withoutEnd.connections).toBe(0);
    await expect(
      developer.getByText('The customer has not shared the project here.'),
    ).toBeVisible();
    await expectAccessible(customer, 'main');

    // A real one is read, from the branch that was asked for, and the other side opens a file of it.
    await address.fill(`${real.url}/shop.git`);
    await customer.getByLabel('Branch or Tag').fill('fix/reconnect');
    await press(customer, 'Read Repository');
    for (const side of [customer, developer]) await expect(entry(side, 'src')).toBeVisible();
    await expect(customer.getByText('Left out: 1 file in 1 place (a link).')).toBeVisible();
    await entry(developer, 'only-here.txt').click();
    await expect(developer.getByRole('region', { name: 'Text of only-here.txt' })).toContainText(
      'On the branch alone.',
    );
  } finally {
    await Promise.all([real.close(), withoutEnd.close()]);
    repository.remove();
  }
});
