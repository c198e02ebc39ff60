import { Client } from 'pg'
import { getErrorCode, getErrorMessage, OperatorError } from './operator-error.mjs'

/** Role of the service in the embedded database. Migrations run as the owner. */
export const SERVICE_DATABASE_ROLE = 'feedback_service'

/**
 * Settings of the service's sessions: defaults of its role, because poolers reject or drop connection parameters (docs/deploy.md). UTC is
 * required: Prisma's adapter writes timestamps without an offset.
 */
const SESSION_SETTINGS = {
  TimeZone: 'UTC',
  // For a request. Jobs and commands that take longer set it in their transaction.
  statement_timeout: '10s',
  // Shorter, so that waiting for a lock has an error of its own.
  lock_timeout: '8s',
  idle_in_transaction_session_timeout: '30s',
  // For the bitmap of all matches of a search word: with PostgreSQL's 4 MB, searches in half a million responses take minutes.
  work_mem: '16MB',
}

/** Arbitrary numbers: concurrent starts must not change the same rows of the catalogue. */
const ROLE_LOCK = 7_263_005
const GRANT_LOCK = 7_263_006

/**
 * Creates or corrects the service's role: it may sign in, and has no other privilege.
 *
 * @param {string} adminUrl of a user who may create roles
 * @param {{ name?: string, password: string }} role
 */
export async function ensureServiceDatabaseRole(adminUrl, { name = SERVICE_DATABASE_ROLE, password }) {
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
 * Revokes PUBLIC's default privileges on a database (CONNECT, TEMPORARY), and grants CONNECT to a role.
 *
 * @param {string} url of the database, as its owner
 * @param {string | null} role null for the owner only
 */
export async function revokePublicAccess(url, role) {
  await inTransaction(url, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [ROLE_LOCK])
    const { rows } = await client.query('SELECT current_database() AS name')
    const database = client.escapeIdentifier(rows[0].name)
    await client.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`)
    if (role !== null) await client.query(`GRANT CONNECT ON DATABASE ${database} TO ${client.escapeIdentifier(role)}`)
  })
}

/**
 * Grants the role read and write access to all current and future tables, but neither TRUNCATE nor DDL nor the history of the migrations.
 * Runs only the missing statements.
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
 * Makes SESSION_SETTINGS defaults of the service's role in this database, which a role may do itself.
 *
 * @param {string} url of the service's role, without a pooler
 */
export async function setSessionDefaults(url) {
  await inTransaction(url, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [ROLE_LOCK])
    const { rows } = await client.query(
      `SELECT current_database() AS database, ARRAY(SELECT unnest(setconfig) FROM pg_db_role_setting s
         WHERE s.setrole = (SELECT oid FROM pg_roles WHERE rolname = current_user)
           AND s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))) AS current`,
    )
    const { database, current } = rows[0]
    for (const [setting, value] of Object.entries(SESSION_SETTINGS)) {
      if (current.includes(`${setting}=${value}`)) continue
      await client.query(
        `ALTER ROLE CURRENT_USER IN DATABASE ${client.escapeIdentifier(database)} SET ${setting} TO ${client.escapeLiteral(value)}`,
      )
    }
  })
}

/**
 * Requires UTC for the service's sessions, also behind a pooler.
 *
 * @param {string} url connection string of the service
 * @throws {OperatorError} for sessions in another time zone
 */
export async function requireUtc(url) {
  await inTransaction(url, async (client) => {
    const { rows } = await client.query("SELECT current_setting('TimeZone') AS zone")
    if (rows[0].zone === 'UTC') return
    throw new OperatorError(
      `The sessions of DATABASE_URL run in the time zone ${rows[0].zone} instead of UTC, so every time would be wrong. Remove a time zone from the address, or let the pooler reconnect to the database (RECONNECT in PgBouncer).`,
    )
  })
}

/**
 * @param {string} url
 * @returns {Promise<{ name: string, isSuperuser: boolean }>} the role of a connection, which may differ from a pooler's URL
 * @throws {OperatorError} when the database is unreachable
 */
export async function readConnectionRole(url) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 15_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('SELECT rolname AS name, rolsuper FROM pg_roles WHERE rolname = current_user')
    return { name: rows[0].name, isSuperuser: rows[0].rolsuper }
  } catch (error) {
    throw new OperatorError(
      `The service cannot sign in to its database: ${getErrorMessage(error) || getErrorCode(error)}. Check DATABASE_URL. docs/deploy.md shows how to create its role.`,
      { cause: error },
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/** Missing statements for the objects of the migrating user, without those of extensions. */
const MISSING_GRANTS = `
  WITH namespace AS (
    SELECT oid, nspname FROM pg_namespace WHERE nspname = current_schema()
  ), relation AS (
    SELECT c.oid, c.relname, c.relkind, format('%I.%I', p.nspname, c.relname) AS name
    FROM pg_class c JOIN namespace p ON p.oid = c.relnamespace
    WHERE pg_has_role(current_user, c.relowner, 'USAGE') AND NOT pg_has_role($1, c.relowner, 'USAGE')
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
  ), kind (code, plural, privileges) AS (
    VALUES ('r'::"char", 'TABLES', 'SELECT, INSERT, UPDATE, DELETE'), ('S', 'SEQUENCES', 'USAGE'), ('f', 'FUNCTIONS', 'EXECUTE')
  )
  SELECT format('GRANT USAGE ON SCHEMA %I TO %I', nspname, $1) AS statement
    FROM namespace WHERE NOT has_schema_privilege($1, oid, 'USAGE')
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
    FROM pg_proc f JOIN namespace p ON p.oid = f.pronamespace
    WHERE pg_has_role(current_user, f.proowner, 'USAGE') AND NOT has_function_privilege($1, f.oid, 'EXECUTE')
  UNION ALL
  SELECT format('REVOKE ALL ON %s FROM %I', name, $1)
    FROM relation WHERE relname = '_prisma_migrations' AND has_table_privilege($1, oid, 'SELECT, INSERT, UPDATE, DELETE')
  UNION ALL
  SELECT format('ALTER DEFAULT PRIVILEGES IN SCHEMA %I GRANT %s ON %s TO %I', p.nspname, k.privileges, k.plural, $1)
    FROM namespace p, kind k
    WHERE NOT pg_has_role($1, current_user, 'USAGE') AND NOT EXISTS (
      SELECT FROM pg_default_acl d, aclexplode(d.defaclacl) a
      WHERE d.defaclnamespace = p.oid AND d.defaclobjtype = k.code AND d.defaclrole = current_user::regrole
        AND a.grantee = $1::regrole)`

/**
 * @param {string} url
 * @param {(client: Client) => Promise<void>} body
 */
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
