import type { BodyPath, MappedField, TriggerOperator } from '../constants'

/* Recipes: how to read the requests of well-known systems. No server dependencies: browsers load this file. */

export const RECIPE_NAMES = [
  'zendesk',
  'intercom',
  'hubspot',
  'shopify',
  'stripe',
  'woocommerce',
  'typeform',
  'custom',
] as const
export type RecipeName = (typeof RECIPE_NAMES)[number]

type BodySignature = {
  scheme: 'body'
  header: string
  algorithm: 'sha256' | 'sha1'
  encoding: 'hex' | 'base64'
  prefix: string
}

export type Recipe = {
  fields: Partial<Record<MappedField, BodyPath>>
  conditions: readonly { path: BodyPath; operator: TriggerOperator; value: string }[]
  reentryDays: number | null
  /** Null for systems of one's own, which may not sign. */
  signature: BodySignature | { scheme: 'stripe' | 'zendesk' | 'hubspot' } | null
  /** The body to enter over there, for systems that let people write it. */
  body: string | null
}

const signed = (header: string, more: Partial<BodySignature> = {}): BodySignature => ({
  scheme: 'body',
  header,
  algorithm: 'sha256',
  encoding: 'base64',
  prefix: '',
  ...more,
})

export const RECIPES: Record<RecipeName, Recipe> = {
  // https://developer.zendesk.com/documentation/webhooks/creating-and-monitoring-webhooks/
  zendesk: {
    fields: {
      email: ['email'],
      fullName: ['name'],
      language: ['language'],
      employee: ['assignee'],
      dedupeKey: ['ticket_id'],
    },
    conditions: [],
    reentryDays: 30,
    signature: { scheme: 'zendesk' },
    body: `{
  "ticket_id": "{{ticket.id}}",
  "email": "{{ticket.requester.email}}",
  "name": "{{ticket.requester.name}}",
  "language": "{{ticket.requester.language}}",
  "assignee": "{{ticket.assignee.email}}"
}`,
  },
  // https://developers.intercom.com/docs/references/webhooks/webhook-models
  intercom: {
    fields: {
      email: ['data', 'item', 'source', 'author', 'email'],
      fullName: ['data', 'item', 'source', 'author', 'name'],
      dedupeKey: ['data', 'item', 'id'],
    },
    conditions: [{ path: ['topic'], operator: 'is', value: 'conversation.admin.closed' }],
    reentryDays: 30,
    signature: signed('X-Hub-Signature', { algorithm: 'sha1', encoding: 'hex', prefix: 'sha1=' }),
    body: null,
  },
  // https://knowledge.hubspot.com/workflows/how-do-i-use-webhooks-with-hubspot-workflows
  hubspot: {
    fields: {
      email: ['email'],
      firstName: ['firstname'],
      lastName: ['lastname'],
      phone: ['phone'],
      language: ['hs_language'],
    },
    conditions: [],
    reentryDays: 90,
    signature: { scheme: 'hubspot' },
    body: null,
  },
  // https://shopify.dev/docs/api/webhooks (orders/fulfilled)
  shopify: {
    fields: {
      email: ['email'],
      firstName: ['customer', 'first_name'],
      lastName: ['customer', 'last_name'],
      phone: ['customer', 'phone'],
      language: ['customer_locale'],
      dedupeKey: ['id'],
    },
    conditions: [{ path: ['email'], operator: 'exists', value: '' }],
    reentryDays: 0,
    signature: signed('X-Shopify-Hmac-Sha256'),
    body: null,
  },
  // https://docs.stripe.com/api/checkout/sessions/object
  stripe: {
    fields: {
      email: ['data', 'object', 'customer_details', 'email'],
      fullName: ['data', 'object', 'customer_details', 'name'],
      phone: ['data', 'object', 'customer_details', 'phone'],
      language: ['data', 'object', 'locale'],
      dedupeKey: ['data', 'object', 'id'],
    },
    conditions: [{ path: ['type'], operator: 'is', value: 'checkout.session.completed' }],
    reentryDays: 0,
    signature: { scheme: 'stripe' },
    body: null,
  },
  // https://woocommerce.github.io/woocommerce-rest-api-docs/#order-properties
  woocommerce: {
    fields: {
      email: ['billing', 'email'],
      firstName: ['billing', 'first_name'],
      lastName: ['billing', 'last_name'],
      phone: ['billing', 'phone'],
      dedupeKey: ['id'],
    },
    conditions: [{ path: ['status'], operator: 'is', value: 'completed' }],
    reentryDays: 0,
    signature: signed('X-WC-Webhook-Signature'),
    body: null,
  },
  // https://www.typeform.com/developers/webhooks/example-payload/
  typeform: {
    fields: {
      email: ['form_response', 'answers', '*', 'email'],
      phone: ['form_response', 'answers', '*', 'phone_number'],
      dedupeKey: ['form_response', 'token'],
    },
    conditions: [],
    reentryDays: 30,
    signature: signed('Typeform-Signature', { prefix: 'sha256=' }),
    body: null,
  },
  custom: { fields: {}, conditions: [], reentryDays: 30, signature: null, body: null },
}

/** The settings that a recipe begins with. */
export function toRecipeSettings(name: RecipeName) {
  const { fields, conditions, reentryDays, signature } = RECIPES[name]
  const mapping = Object.fromEntries(Object.entries(fields).map(([field, path]) => [field, { path: [...path] }]))
  return {
    recipe: name,
    mapping,
    conditions: conditions.map((condition) => ({ ...condition, path: [...condition.path] })),
    reentryDays,
    signature,
  }
}
