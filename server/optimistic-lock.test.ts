import { describe, expect, it } from 'vitest'
import { createAlertRule, getAlertRule, updateAlertRule } from './alerts/rules'
import { CreateAlertRule } from './alerts/schema'
import { createApiKey, getApiKey, updateApiKey } from './api-keys/api-keys'
import {
  createContactProperty,
  loadContactProperties,
  updateContactProperty,
} from './contact-properties/contact-properties'
import { updateContact } from './contacts/contacts'
import { db } from './db'
import { EditConflict } from './errors'
import { updateContactOrganization } from './master-data/contact-organizations'
import { updateEmployee } from './master-data/employees'
import { updateLocation } from './master-data/locations'
import { getOrganization, updateOrganization } from './organizations/organizations'
import { getSource, updateSource } from './reviews/connections/manage-review-sources'
import { getSenderSettings, updateSenderProfile } from './sender-profile/sender-profile'
import { getSequence, saveSequence } from './sequences/sequences'
import { listQuestionsIncludingMetric } from './surveys/questions'
import { getSurvey, updateSurvey } from './surveys/surveys'
import {
  aContact,
  aLocation,
  anApiKey,
  anEmailAddress,
  anOrganization,
  aSubscription,
  aSurvey,
} from './testing/factories/basics'
import { aFeedSource } from './testing/factories/reviews'
import { aSequence } from './testing/factories/sequences'
import { aMember } from './testing/factories/sessions'
import { sendRestRequest } from './testing/rest-client'
import { updateSubscription } from './webhooks/dashboard/change-subscription'

/*
 * Two people have the same record open and save concurrently: the first save wins, and the second is rejected and leaves the record
 * unchanged.
 */

const ANY_RESPONSE = {
  active: true,
  trigger: 'response',
  bands: [],
  npsAtMost: null,
  csatAtMost: null,
  cesAtMost: null,
  starsAtMost: null,
  words: [],
  surveyIds: [],
  locationIds: [],
  pauseMinutes: 0,
}

type Saving = {
  /** Saves under the given name, with `asRead` from the initial read. */
  save: (name: string) => Promise<unknown>
  stored: () => Promise<unknown>
}

const RECORDS: Record<string, (organizationId: string) => Promise<Saving>> = {
  'the sender profile': async (organizationId) => {
    const { organizationName: _, logo: __, pendingReplyTo: ___, ...read } = await getSenderSettings(organizationId)
    return {
      save: async (name) => updateSenderProfile(organizationId, { fromName: name, asRead: read }),
      stored: async () => (await getSenderSettings(organizationId)).fromName,
    }
  },
  'an alert rule': async (organizationId) => {
    const { userId } = await aMember(organizationId, 'owner')
    const fields = CreateAlertRule.parse({
      ...ANY_RESPONSE,
      name: 'Unhappy',
      userIds: [userId],
      smsUserIds: [],
      channels: [],
    })
    const { id, notifiedAt: _, createdAt: __, ...read } = await createAlertRule(organizationId, fields)
    return {
      save: async (name) => updateAlertRule(organizationId, { ...fields, id, name, asRead: read }),
      stored: async () => (await getAlertRule(organizationId, id)).name,
    }
  },
  'a contact': async (organizationId) => {
    const { id } = await aContact(organizationId, { firstName: 'Ada', tags: ['vip'] })
    return {
      save: async (name) =>
        updateContact(organizationId, { id, firstName: name, asRead: { firstName: 'Ada', tags: ['vip'] } }),
      stored: async () => (await db.contact.findUniqueOrThrow({ where: { id } })).firstName,
    }
  },
  'a contact property': async (organizationId) => {
    const fields = { type: 'text', options: [] } as const
    const read = await createContactProperty(organizationId, {
      ...fields,
      options: [],
      key: 'seats',
      label: { en: 'Seats', fr: 'Places' },
    })
    return {
      save: async (name) =>
        updateContactProperty(organizationId, {
          ...fields,
          options: [],
          id: read.id,
          label: { en: name, fr: name },
          asRead: { type: read.type, label: read.label, options: read.options },
        }),
      stored: async () => (await loadContactProperties(organizationId))[0]?.label.en,
    }
  },
  'an API key': async (organizationId) => {
    const { id } = await createApiKey(organizationId, { name: 'Shop', scopes: ['contacts:read'] })
    const { name: read, scopes, expiresAt } = await getApiKey(organizationId, id)
    return {
      save: async (name) => updateApiKey(organizationId, { id, name, asRead: { name: read, scopes, expiresAt } }),
      stored: async () => (await getApiKey(organizationId, id)).name,
    }
  },
  'a survey': async (organizationId) => {
    const { id } = await aSurvey(organizationId)
    const { name: read, questions } = await getSurvey(organizationId, id)
    return {
      save: async (name) => updateSurvey(organizationId, { id, name, asRead: { name: read, questions } }),
      stored: async () => (await getSurvey(organizationId, id)).name,
    }
  },
  'a sequence': async (organizationId) => {
    const { id } = await aSequence(organizationId)
    const { name: read, description, steps } = await getSequence(organizationId, id)
    return {
      save: async (name) =>
        saveSequence(organizationId, { id, name, description, steps, asRead: { name: read, description, steps } }),
      stored: async () => (await getSequence(organizationId, id)).name,
    }
  },
  'an organization’s settings': async (organizationId) => {
    const { id: _id, demo: _demo, ...asRead } = await getOrganization(organizationId)
    return {
      save: async (name) => updateOrganization(organizationId, { name, asRead }),
      stored: async () => (await getOrganization(organizationId)).name,
    }
  },
  'a location': async (organizationId) => {
    const { id } = await aLocation(organizationId, { name: 'Lyon' })
    return {
      save: async (name) => updateLocation(organizationId, { id, name, asRead: { name: 'Lyon', timeZone: null } }),
      stored: async () => (await db.location.findUniqueOrThrow({ where: { id } })).name,
    }
  },
  'an employee': async (organizationId) => {
    const { id } = await db.employee.create({ data: { organizationId, name: 'Grace' } })
    return {
      save: async (name) => updateEmployee(organizationId, { id, name, asRead: { name: 'Grace', email: null } }),
      stored: async () => (await db.employee.findUniqueOrThrow({ where: { id } })).name,
    }
  },
  'a contact organization': async (organizationId) => {
    const { id } = await db.contactOrganization.create({ data: { organizationId, name: 'Engines' } })
    return {
      save: async (name) => updateContactOrganization(organizationId, { id, name, asRead: { name: 'Engines' } }),
      stored: async () => (await db.contactOrganization.findUniqueOrThrow({ where: { id } })).name,
    }
  },
  'a review source': async (organizationId) => {
    const { id } = await aFeedSource(organizationId, { url: 'https://reviews.example.com', token: 'token' })
    const { name: read, places } = await getSource(organizationId, id)
    return {
      save: async (name) => updateSource(organizationId, { id, name, places, asRead: { name: read, places } }),
      stored: async () => (await getSource(organizationId, id)).name,
    }
  },
  'a webhook subscription': async (organizationId) => {
    const kinds = { one: 'new_contact', other: 'new_review', third: 'bad_review' } as const
    const { id } = await aSubscription(organizationId, ['new_response'])
    const nameOf = (triggerTypes: string[]) =>
      Object.entries(kinds).find(([, kind]) => triggerTypes.includes(kind))?.[0]
    return {
      save: async (name) =>
        updateSubscription(organizationId, {
          id,
          triggerTypes: [kinds[name as keyof typeof kinds]],
          asRead: { triggerTypes: ['new_response'] },
        }),
      stored: async () => nameOf((await db.webhookSubscription.findUniqueOrThrow({ where: { id } })).triggerTypes),
    }
  },
}

describe.each(Object.entries(RECORDS))('concurrent updates of %s', (_, make) => {
  it('accepts one of three concurrent updates and answers the others with the current record', async () => {
    const organizationId = await anOrganization()
    const { save, stored } = await make(organizationId)
    const names = ['one', 'other', 'third']

    const outcomes = await Promise.allSettled(names.map(async (name) => save(name)))

    const winners = names.filter((__, at) => outcomes[at]?.status === 'fulfilled')
    expect(winners).toHaveLength(1)
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
    expect(refusals.map((refusal) => refusal instanceof EditConflict && refusal.details)).toEqual(
      Array.from({ length: 2 }, () => ({ current: expect.any(Object) as object })),
    )
    expect(await stored()).toBe(winners[0])
  })
})

it('accepts an update if only fields outside its asRead have changed', async () => {
  const organizationId = await anOrganization()
  const { id } = await aContact(organizationId, { firstName: 'Ada' })
  await updateContact(organizationId, { id, customFields: { plan: 'pro' } })
  const saved = await updateContact(organizationId, {
    id,
    lastName: 'King',
    asRead: { firstName: 'Ada', lastName: null },
  })
  expect(saved).toMatchObject({ lastName: 'King', customFields: { plan: 'pro' } })
})

it('treats a survey read with its metric question or without default wording as unchanged', async () => {
  const organizationId = await anOrganization()
  const { id } = await aSurvey(organizationId, { type: 'nps', questions: [] })
  const survey = await getSurvey(organizationId, id)
  const questions = listQuestionsIncludingMetric(survey)
  await updateSurvey(organizationId, { id, name: 'One', asRead: { questions } })
  await updateSurvey(organizationId, { id, name: 'Two', asRead: { questions: survey.questions } })
  await expect(updateSurvey(organizationId, { id, name: 'Three', asRead: { name: 'One' } })).rejects.toThrow(
    EditConflict,
  )
})

it('409: refuses a REST update whose asRead is outdated, and accepts one without asRead', async () => {
  const organizationId = await anOrganization()
  const { key } = await anApiKey(organizationId, ['contacts:*'])
  const { id } = await aContact(organizationId, { email: anEmailAddress(), firstName: 'Ada' })
  const patch = async (body: object) => sendRestRequest(key, `PATCH /contacts/${id}`, body)

  expect((await patch({ firstName: 'Grace', asRead: { firstName: 'Ada' } })).status).toBe(200)
  expect(await patch({ firstName: 'Joan', asRead: { firstName: 'Ada' } })).toMatchObject({
    status: 409,
    body: { error: { code: 'CHANGED_MEANWHILE', details: { current: { id, firstName: 'Grace' } } } },
  })
  expect((await patch({ firstName: 'Joan' })).status).toBe(200)
})
