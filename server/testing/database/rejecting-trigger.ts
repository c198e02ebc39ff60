import { Client } from 'pg'

/**
 * Runs `work` while a trigger rejects inserts into a table.
 * @param condition of the rows that are rejected: SQL, with the row as NEW
 * @param errorCode SQLSTATE of the error, by default that of RAISE EXCEPTION
 */
export async function whileRejectingInserts<T>(
  table: string,
  condition: string,
  work: () => Promise<T>,
  errorCode = 'P0001',
): Promise<T> {
  const owner = new Client({ connectionString: process.env.OWNER_DATABASE_URL })
  await owner.connect()
  await owner.query(`
    CREATE FUNCTION reject_inserts() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'refused' USING ERRCODE = '${errorCode}';
    END $$;
    CREATE TRIGGER reject_inserts BEFORE INSERT ON ${table} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION reject_inserts()`)
  try {
    return await work()
  } finally {
    await owner.query('DROP FUNCTION reject_inserts CASCADE')
    await owner.end()
  }
}
