import { useDeferredValue, useState } from 'react';
import { USER_TYPES, type UserType } from '#domain/profile.ts';
import { keys } from '../api/query-keys.ts';
import { usePages } from '../api/use-pages.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import { roleLabels } from './account-card.tsx';
import { AccountRow } from './account-row.tsx';
import { PagedList } from './paged-list.tsx';
import { RowsTable } from './rows-table.tsx';

/** All accounts, newest first. */
export function AccountsTab() {
  const [words, setWords] = useState('');
  const [role, setRole] = useState<UserType | ''>('');
  const [suspended, setSuspended] = useState(false);
  const q = useDeferredValue(words.trim().slice(0, 200));
  const query = {
    ...(q && { q }),
    ...(role && { user_type: role }),
    ...(suspended && { suspended: 'true' as const }),
  };
  const list = usePages(keys.accounts(query), '/api/moderation/accounts', { query });
  return (
    <section aria-labelledby="accounts">
      <h2 id="accounts" className="sr-only">
        Accounts
      </h2>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <Field label="Name or Email" className="min-w-52 flex-1 sm:max-w-xs">
          <Input
            type="search"
            autoComplete="off"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </Field>
        <Field label="Role" className="w-40">
          <Select
            value={role}
            onChange={(event) =>
              setRole(USER_TYPES.find((known) => known === event.target.value) ?? '')
            }
          >
            <option value="">Any</option>
            {USER_TYPES.map((known) => (
              <option key={known} value={known}>
                {roleLabels[known]}
              </option>
            ))}
          </Select>
        </Field>
        <Checkbox
          label="Suspended only"
          checked={suspended}
          onChange={(event) => setSuspended(event.target.checked)}
        />
      </div>
      <PagedList list={list} loading="Loading accounts" empty="There is no such account.">
        {(accounts) => (
          <RowsTable
            caption="Accounts"
            columns={[
              'Person',
              'Role',
              'Rating',
              'Running',
              'Finished',
              'Reported',
              'Held',
              'Acts',
            ]}
          >
            {accounts.map((account) => (
              <AccountRow key={account.id} account={account} />
            ))}
          </RowsTable>
        )}
      </PagedList>
    </section>
  );
}
