import { Client } from 'pg'
import { Refusal } from './checkout.mjs'

/** Who the service is in the embedded database. Migrations are the owner's; what the service runs is this role's. */
export const SERVICE_ROLE = 'feedback_service'

/**
 * How every session of the service runs. Defaults of its role, because a connection pooler refuses or drops what a client asks for when it
 * connects (docs/deploy.md). UTC is a matter of correctness: Prisma's adapter writes timestamps without an offset.
 */
const SESSION_SETTINGS = {
  TimeZone: 'UTC',
  // What one request may take of the database. Jobs and commands that take more set it in their transaction.
  statement_timeout: '10s',
  // Below that, so that it is told apart: another transaction holds what the statement needs.
  lock_timeout: '8s',
  idle_in_transaction_session_timeout: '30s',
  // Room for the places of everything that a search word matched: with PostgreSQL's 4 MB searches take minutes from half a million
  // responses on.
  work_mem: '16MB',
}

/** Any two numbers, as long as every process takes the same: two starts at once would change the same rows of the catalogue. */
const ROLE_LOCK = 7_263_005
const GRANT_LOCK = 7_263_006

/**
 * Makes the role that the service connects as, or puts it right: it may sign in, and nothing else.
 *
 * @param {string} adminUrl of a user who may create roles
 * @param {{ name?: string, password: string }} role
 */
export async function ensureServiceRole(adminUrl, { name = SERVICE_ROLE, password }) {
  await inTransaction(adminUrl, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [ROLE_LOCK])
    const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name])
    await client.query(
      `${rowCount === 0 ? 'CREATE' : 'ALTER'} ROLE ${client.escapeIdentifier(name)} WITH LOGIN PASSWORD ${client.escapeLiteral(password)}
       NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS NOREPLICATION`,
    )
    for (const [setting, value] of Object.entries(SESSION_SETTINGS))
      await client.query(`ALTER ROLE ${client.escapeIdentifier(name)} SET ${setting} TO ${client.escapeLiteral(value)}`)
  })
}

/**
 * Takes from everybody what PostgreSQL gives everybody in a new database (to enter it, to make temporary tables), and lets the
 * role enter.
 *
 * @param {string} url of the database, as its owner
 * @param {string | null} role null when only the owner may enter
 */
export async function closeDatabase(url, role) {
  await inTransaction(url, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [ROLE_LOCK])
    const { rows } = await client.query('SELECT current_database() AS name')
    const database = client.escapeIdentifier(rows[0].name)
    await client.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`)
    if (role !== null) await client.query(`GRANT CONNECT ON DATABASE ${database} TO ${client.escapeIdentifier(role)}`)
  })
}

/**
 * Lets the role read and write every row, of today's tables and of those that later migrations make, and no more: it owns nothing,
 * truncates nothing, changes no table, and does not see the history of the migrations. Does nothing for what it has already.
 *
 * @param {string} ownerUrl of the migrated database, as the user who migrates it
 * @param {string} role
 */
export async function grantToService(ownerUrl, role) {
  await inTransaction(ownerUrl, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [GRANT_LOCK])
    const { rows } = await client.query(MISSING_GRANTS, [role])
    for (const { statement } of rows) await client.query(statement)
  })
}

/**
 * Makes the settings of the service's sessions defaults of its role in this database, which a role may do for itself.
 *
 * @param {string} url of the service's role, past a pooler where there is one
 */
export async function setSessionDefaults(url) {
  await inTransaction(url, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [ROLE_LOCK])
    const { rows } = await client.query(
      `SELECT current_database() AS database, ARRAY(SELECT unnest(setconfig) FROM pg_db_role_setting s
         WHERE s.setrole = (SELECT oid FROM pg_roles WHERE rolname = current_user)
           AND s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))) AS held`,
    )
    const [{ database, held }] = rows
    for (const [setting, value] of Object.entries(SESSION_SETTINGS)) {
      if (held.includes(`${setting}=${value}`)) continue
      await client.query(
        `ALTER ROLE CURRENT_USER IN DATABASE ${client.escapeIdentifier(database)} SET ${setting} TO ${client.escapeLiteral(value)}`,
      )
    }
  })
}

/**
 * Makes sure that the service reads and writes times in UTC, through a pooler too.
 *
 * @param {string} url what the service connects with
 * @throws {Refusal} for sessions in another time zone
 */
export async function requireUtc(url) {
  await inTransaction(url, async (client) => {
    const { rows } = await client.query("SELECT current_setting('TimeZone') AS zone")
    if (rows[0].zone === 'UTC') return
    throw new Refusal(
      `The sessions of DATABASE_URL run in the time zone ${rows[0].zone} instead of UTC, so every time would be wrong. Remove a time zone from the address, or let the pooler reconnect to the database (RECONNECT in PgBouncer).`,
    )
  })
}

/**
 * @param {string} url
 * @returns {Promise<{ name: string, isSuperuser: boolean }>} whom an address signs in as, which a pooler's address does not say
 * @throws {Refusal} when the database is out of reach
 */
export async function connectionRole(url) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 15_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('SELECT rolname AS name, rolsuper FROM pg_roles WHERE rolname = current_user')
    return { name: rows[0].name, isSuperuser: rows[0].rolsuper }
  } catch (error) {
    throw new Refusal(
      `The service cannot sign in to its database: ${error.message || error.code}. Check DATABASE_URL. docs/deploy.md shows how to create its role.`,
      { cause: error },
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * The statements that are missing, for what the migrating user owns; extensions are the database's.
 */
const MISSING_GRANTS = `
  WITH place AS (
    SELECT oid, nspname FROM pg_namespace WHERE nspname = current_schema()
  ), relation AS (
    SELECT c.oid, c.relname, c.relkind, format('%I.%I', p.nspname, c.relname) AS name
    FROM pg_class c JOIN place p ON p.oid = c.relnamespace
    WHERE pg_has_role(current_user, c.relowner, 'USAGE') AND NOT pg_has_role($1, c.relowner, 'USAGE')
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
  ), kind (code, plural, privileges) AS (
    VALUES ('r'::"char", 'TABLES', 'SELECT, INSERT, UPDATE, DELETE'), ('S', 'SEQUENCES', 'USAGE'), ('f', 'FUNCTIONS', 'EXECUTE')
  )
  SELECT format('GRANT USAGE ON SCHEMA %I TO %I', nspname, $1) AS statement
    FROM place WHERE NOT has_schema_privilege($1, oid, 'USAGE')
  UNION ALL
  SELECT format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO %I', name, $1)
    FROM relation WHERE relkind IN ('r', 'p') AND relname <> '_prisma_migrations'
      AND NOT (has_table_privilege($1, oid, 'SELECT') AND has_table_privilege($1, oid, 'INSERT')
        AND has_table_privilege($1, oid, 'UPDATE') AND has_table_privilege($1, oid, 'DELETE'))
  UNION ALL
  SELECT format('GRANT SELECT ON %s TO %I', name, $1)
    FROM relation WHERE relkind = 'v' AND NOT has_table_privilege($1, oid, 'SELECT')
  UNION ALL
  SELECT format('GRANT USAGE ON SEQUENCE %s TO %I', name, $1)
    FROM relation WHERE CASE WHEN relkind = 'S' THEN NOT has_sequence_privilege($1, oid, 'USAGE') END
  UNION ALL
  SELECT format('GRANT EXECUTE ON FUNCTION %s TO %I', f.oid::regprocedure, $1)
    FROM pg_proc f JOIN place p ON p.oid = f.pronamespace
    WHERE pg_has_role(current_user, f.proowner, 'USAGE') AND NOT has_function_privilege($1, f.oid, 'EXECUTE')
  UNION ALL
  SELECT format('REVOKE ALL ON %s FROM %I', name, $1)
    FROM relation WHERE relname = '_prisma_migrations' AND has_table_privilege($1, oid, 'SELECT, INSERT, UPDATE, DELETE')
  UNION ALL
  SELECT format('ALTER DEFAULT PRIVILEGES IN SCHEMA %I GRANT %s ON %s TO %I', p.nspname, k.privileges, k.plural, $1)
    FROM place p, kind k
    WHERE NOT pg_has_role($1, current_user, 'USAGE') AND NOT EXISTS (
      SELECT FROM pg_default_acl d, aclexplode(d.defaclacl) a
      WHERE d.defaclnamespace = p.oid AND d.defaclobjtype = k.code AND d.defaclrole = current_user::regrole
        AND a.grantee = $1::regrole)`

async function inTransaction(url, body) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 15_000 })
  // Without a listener a connection that breaks between two queries would end the process before the next query can say so.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('BEGIN')
    await body(client)
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
}
