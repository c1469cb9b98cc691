import type pg from 'pg';

/** A table with its columns, quoted, except generated ones. */
export interface StoredTable {
  name: string;
  columns: string;
}

/**
 * What a backup holds: our tables and the waiting jobs. Migrations' own rows and generated columns
 * are left out.
 */
export async function storedTables(client: pg.ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(`
    select format('%I.%I', c.table_schema, c.table_name) as name,
      string_agg(quote_ident(c.column_name), ', ' order by c.ordinal_position) as columns
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      and (c.table_schema = 'public' and c.table_name not like 'kysely\\_%'
        or c.table_schema = 'graphile_worker' and c.table_name in
          ('_private_tasks', '_private_job_queues', '_private_jobs', '_private_known_crontabs'))
    group by c.table_schema, c.table_name
    order by name`);
  return rows;
}
