import { createApiKey, getApiKeyOrganizationId, revokeApiKey, setApiKeyActive } from '../api-keys/api-keys'
import { endPreviousSecret, rotateApiKey } from '../api-keys/rotate-api-key'
import { CreateApiKey, RotateApiKey } from '../api-keys/schema'
import { resetPasswordAsOperator, signUp } from '../auth/accounts'
import { Credentials, Password, SignUp } from '../auth/schema'
import { resetSecondFactorsAsOperator } from '../auth/second-factor/second-factor'
import { resumeUser, suspendUser } from '../auth/suspend-user'
import { db } from '../db'
import { NotFound } from '../errors'
import {
  recordSpamComplaints,
  resumeOrganization,
  setDailyMessageQuota,
  suspendOrganization,
} from '../organizations/operator-actions'
import { setOperatorHomeOrganization } from '../organizations/operator-home-organization'
import { getOrganization, listAllOrganizations, setRateLimits } from '../organizations/organizations'
import { verifyOrRebuildStats } from '../responses/verify-or-rebuild-stats'
import { rotateSecrets } from '../secrets/rotate-secrets'
import { SaveSequence, SequenceStatus } from '../sequences/schema'
import { saveSequence, setSequenceStatus } from '../sequences/sequences'
import { Email } from '../validation/schema'
import {
  parseBoolean,
  parsePositiveInteger,
  parseQuota,
  parseRateLimit,
  parseTimestamp,
  parseUuid,
  readJsonFile,
} from './flag-values'
import { readFlags, UsageError } from './flags'
import {
  addMailEvents,
  listMailEvents,
  removeMailEvents,
  setMailEventsSecret,
  showMailEventsSecret,
} from './mail-event-commands'
import { readFlagsAndPassword } from './read-password'
import { recordBounce, recordComplaint, recordReport } from './record-mail-reports'

export type Command = {
  usage: string
  run: (args: readonly string[]) => Promise<object>
}

const DEFAULT_OVERLAP_HOURS = 24

export const COMMANDS: Record<string, Command> = {
  'org:create': {
    usage: '--name N --email E --password P',
    run: async (args) => {
      const { name, email, password } = await readFlagsAndPassword(args, ['name', 'email'])
      const input = SignUp.parse({ name: nameFromEmail(email), email, password, organizationName: name })
      const { organizationId, userId, email: stored } = await signUp(input, 'operator')
      return { organizationId, userId, email: stored }
    },
  },

  'org:list': {
    usage: '',
    run: async (args) => {
      readFlags(args, [], [])
      return { organizations: await listAllOrganizations() }
    },
  },

  'org:set-rate-limit': {
    usage: '--org ID [--per-minute N|default] [--per-hour N|default]',
    run: async (args) => {
      const flags = readFlags(args, ['org'], ['per-minute', 'per-hour'])
      const limits = {
        ...(flags['per-minute'] === undefined ? {} : { perMinute: parseRateLimit('per-minute', flags['per-minute']) }),
        ...(flags['per-hour'] === undefined ? {} : { perHour: parseRateLimit('per-hour', flags['per-hour']) }),
      }
      if (Object.keys(limits).length === 0) throw new UsageError('Add --per-minute or --per-hour.')
      const organizationId = parseUuid('org', flags.org)
      return { organizationId, ...(await setRateLimits(organizationId, limits)) }
    },
  },

  'org:suspend': {
    usage: '--org ID --reason TEXT',
    run: async (args) => {
      const flags = readFlags(args, ['org', 'reason'], [])
      return suspendOrganization(parseUuid('org', flags.org), flags.reason.trim())
    },
  },

  'org:resume': {
    usage: '--org ID',
    run: async (args) => {
      const { organizationId } = await resumeOrganization(parseUuid('org', readFlags(args, ['org'], []).org))
      return { organizationId, suspended: false }
    },
  },

  'org:set-quota': {
    usage: '--org ID --per-day N|none|earned',
    run: async (args) => {
      const flags = readFlags(args, ['org', 'per-day'], [])
      const organizationId = parseUuid('org', flags.org)
      const { limitToday } = await setDailyMessageQuota(organizationId, parseQuota('per-day', flags['per-day']))
      return { organizationId, limitToday }
    },
  },

  'org:record-complaints': {
    usage: '--org ID --count N',
    run: async (args) => {
      const flags = readFlags(args, ['org', 'count'], [])
      const organizationId = parseUuid('org', flags.org)
      const { complaintsToday } = await recordSpamComplaints(organizationId, parsePositiveInteger('count', flags.count))
      return { organizationId, complaintsToday }
    },
  },

  'org:record-bounce': {
    usage: '--message-id ID [--gone] [--words TEXT], or --report FILE|-',
    run: recordBounce,
  },

  'org:record-complaint': {
    usage: '--message-id ID, or --report FILE|-',
    run: recordComplaint,
  },

  'mail-events:add': { usage: '--provider NAME', run: addMailEvents },

  'mail-events:set-secret': { usage: '--id ID --secret KEY|-', run: (args) => setMailEventsSecret(args) },

  'mail-events:show-secret': { usage: '--id ID', run: showMailEventsSecret },

  'mail-events:list': { usage: '', run: listMailEvents },

  'mail-events:remove': { usage: '--id ID', run: removeMailEvents },

  'mail:record-report': {
    usage: '--report FILE|-',
    run: recordReport,
  },

  'org:set-home': {
    usage: '--org ID|none',
    run: async (args) => {
      const { org } = readFlags(args, ['org'], [])
      const home = org === 'none' ? null : parseUuid('org', org)
      await setOperatorHomeOrganization(home)
      return { home }
    },
  },

  'org:check-counts': {
    usage: '--org ID [--rebuild wrong|always]',
    run: async (args) => {
      const flags = readFlags(args, ['org'], ['rebuild'])
      const { rebuild = 'never' } = flags
      if (rebuild !== 'never' && rebuild !== 'wrong' && rebuild !== 'always')
        throw new UsageError(`--rebuild must be wrong or always, not ${rebuild}.`)
      const { id } = await getOrganization(parseUuid('org', flags.org))
      return verifyOrRebuildStats(id, rebuild)
    },
  },

  'key:create': {
    usage: '--org ID --name N --scopes a,b [--expires ISO]',
    run: async (args) => {
      const flags = readFlags(args, ['org', 'name', 'scopes'], ['expires'])
      const { id: organizationId } = await getOrganization(parseUuid('org', flags.org))
      const input = CreateApiKey.parse({
        name: flags.name,
        scopes: flags.scopes.split(',').flatMap((scope) => scope.trim() || []),
        ...(flags.expires === undefined ? {} : { expiresAt: parseTimestamp('expires', flags.expires) }),
      })
      const { id, key, scopes } = await createApiKey(organizationId, input)
      return { apiKeyId: id, key, scopes }
    },
  },

  'key:set-active': {
    usage: '--key ID --active true|false',
    run: async (args) => {
      const flags = readFlags(args, ['key', 'active'], [])
      const id = parseUuid('key', flags.key)
      const key = await setApiKeyActive(await getApiKeyOrganizationId(id), {
        id,
        isActive: parseBoolean('active', flags.active),
      })
      return { apiKeyId: key.id, isActive: key.isActive }
    },
  },

  'key:rotate': {
    usage: '--key ID [--overlap HOURS]',
    run: async (args) => {
      const flags = readFlags(args, ['key'], ['overlap'])
      const id = parseUuid('key', flags.key)
      const overlap = flags.overlap ?? String(DEFAULT_OVERLAP_HOURS)
      const overlapHours = overlap === '0' ? 0 : parsePositiveInteger('overlap', overlap)
      const input = RotateApiKey.parse({ id, overlapHours })
      const { key, previous } = await rotateApiKey(await getApiKeyOrganizationId(id), input)
      return { apiKeyId: id, key, previousEndsAt: previous?.endsAt ?? null }
    },
  },

  'key:end-previous': {
    usage: '--key ID',
    run: async (args) => {
      const id = parseUuid('key', readFlags(args, ['key'], []).key)
      await endPreviousSecret(await getApiKeyOrganizationId(id), id)
      return { apiKeyId: id, previousEndsAt: null }
    },
  },

  'key:revoke': {
    usage: '--key ID',
    run: async (args) => {
      const id = parseUuid('key', readFlags(args, ['key'], []).key)
      const { deletedSubscriptions } = await revokeApiKey(await getApiKeyOrganizationId(id), id)
      return { apiKeyId: id, revoked: true, deletedSubscriptions }
    },
  },

  'sequence:create': {
    usage: '--org ID --file F',
    run: async (args) => {
      const flags = readFlags(args, ['org', 'file'], [])
      const { id: organizationId } = await getOrganization(parseUuid('org', flags.org))
      const { id, steps } = await saveSequence(organizationId, SaveSequence.parse(await readJsonFile(flags.file)))
      return { sequenceId: id, stepIds: steps.map((step) => step.id) }
    },
  },

  'sequence:set-status': {
    usage: '--sequence ID --status S',
    run: async (args) => {
      const flags = readFlags(args, ['sequence', 'status'], [])
      const id = parseUuid('sequence', flags.sequence)
      const status = SequenceStatus.safeParse(flags.status)
      if (!status.success)
        throw new UsageError(`--status must be one of ${SequenceStatus.options.join(', ')}, not ${flags.status}.`)
      const sequence = await setSequenceStatus(await organizationOfSequence(id), { id, status: status.data })
      return { sequenceId: sequence.id, status: sequence.status }
    },
  },

  'secrets:rotate': {
    usage: '',
    run: async (args) => {
      readFlags(args, [], [])
      return rotateSecrets()
    },
  },

  'user:reset-second-factor': {
    usage: '--email E',
    run: async (args) => resetSecondFactorsAsOperator(Email.parse(readFlags(args, ['email'], []).email)),
  },
  'user:suspend': {
    usage: '--email E --reason TEXT',
    run: async (args) => {
      const flags = readFlags(args, ['email', 'reason'], [])
      return suspendUser(Email.parse(flags.email), flags.reason.trim())
    },
  },

  'user:resume': {
    usage: '--email E',
    run: async (args) => ({
      ...(await resumeUser(Email.parse(readFlags(args, ['email'], []).email))),
      suspended: false,
    }),
  },

  'user:reset-password': {
    usage: '--email E --password P',
    run: async (args) => {
      const flags = await readFlagsAndPassword(args, ['email'])
      const { email, password } = Credentials.extend({ email: Email, password: Password }).parse(flags)
      return resetPasswordAsOperator(email, password)
    },
  },
}

async function organizationOfSequence(id: string): Promise<string> {
  const row = await db.sequence.findUnique({ where: { id }, select: { organizationId: true } })
  if (!row) throw new NotFound('sequence')
  return row.organizationId
}

function nameFromEmail(email: string): string {
  return email.split('@')[0] ?? email
}
