import { KEYWORDS_MAX } from '@/server/alerts/constants'
import type { AlertRule } from '@/server/alerts/schema'

type Channel = { id: string; kind: 'slack' | 'teams'; hint: string; address: string }

export type RuleFormValues = Pick<
  AlertRule,
  'name' | 'active' | 'trigger' | 'bands' | 'surveyIds' | 'locationIds' | 'userIds' | 'smsUserIds'
> & {
  npsAtMost: string
  csatAtMost: string
  cesAtMost: string
  starsAtMost: string
  words: string
  channels: Channel[]
  pauseMinutes: string
}

export type EditableAlertRule = Omit<AlertRule, 'id' | 'notifiedAt' | 'createdAt'>

export const getDefaultAlertRule = (userId: string): EditableAlertRule => ({
  name: '',
  active: true,
  trigger: 'response',
  bands: ['negative'],
  npsAtMost: null,
  csatAtMost: null,
  cesAtMost: null,
  starsAtMost: null,
  words: [],
  surveyIds: [],
  locationIds: [],
  userIds: [userId],
  smsUserIds: [],
  channels: [],
  pauseMinutes: 15,
})

export function toRuleFormValues(rule: EditableAlertRule): RuleFormValues {
  const text = (value: number | null) => (value === null ? '' : String(value))
  return {
    name: rule.name,
    active: rule.active,
    trigger: rule.trigger,
    bands: rule.bands,
    surveyIds: rule.surveyIds,
    locationIds: rule.locationIds,
    userIds: rule.userIds,
    smsUserIds: rule.smsUserIds,
    npsAtMost: text(rule.npsAtMost),
    csatAtMost: text(rule.csatAtMost),
    cesAtMost: text(rule.cesAtMost),
    starsAtMost: text(rule.starsAtMost),
    words: rule.words.join(', '),
    channels: rule.channels.map((channel) => ({ ...channel, address: '' })),
    pauseMinutes: String(rule.pauseMinutes),
  }
}

export function toRuleInputWithoutChannels({ channels: _channels, ...fields }: RuleFormValues) {
  const number = (text: string) => (text === '' ? null : Number(text))
  const words = fields.words.split(',').map((word) => word.trim())
  return {
    ...fields,
    npsAtMost: number(fields.npsAtMost),
    csatAtMost: number(fields.csatAtMost),
    cesAtMost: number(fields.cesAtMost),
    starsAtMost: number(fields.starsAtMost),
    words: words.filter((word) => word !== '').slice(0, KEYWORDS_MAX + 1),
    pauseMinutes: Number(fields.pauseMinutes) as AlertRule['pauseMinutes'],
  }
}
