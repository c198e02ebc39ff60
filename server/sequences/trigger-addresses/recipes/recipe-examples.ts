import { createHmac } from 'node:crypto'
import type { RecipeName } from './constants'

/*
 * Requests as the documentation of the systems shows them, shortened to what surrounds the mapped fields, and their signatures, computed as that
 * documentation describes.
 */

type Signer = (body: string, secret: string, request: { url: string; at: Date }) => Record<string, string>

type RecipeExample = {
  body: object
  /** What a contact and its key are read from it. */
  expected: Record<string, unknown>
  sign: Signer
}

const hmac = (algorithm: string, secret: string, text: string) => createHmac(algorithm, secret).update(text, 'utf8')
const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

export const RECIPE_EXAMPLES: Record<Exclude<RecipeName, 'custom'>, RecipeExample> = {
  // https://developer.zendesk.com/documentation/webhooks/verifying/
  zendesk: {
    body: {
      ticket_id: '35436',
      email: 'customer@example.com',
      name: 'Johnny Customer',
      language: 'English',
      assignee: 'agent@example.com',
    },
    expected: {
      email: 'customer@example.com',
      firstName: 'Johnny',
      lastName: 'Customer',
      language: 'en',
      key: '35436',
    },
    sign: (body, secret, { at }) => ({
      'X-Zendesk-Webhook-Signature-Timestamp': at.toISOString(),
      'X-Zendesk-Webhook-Signature': hmac('sha256', secret, at.toISOString() + body).digest('base64'),
    }),
  },
  // https://developers.intercom.com/docs/webhooks/webhook-notifications
  intercom: {
    body: {
      type: 'notification_event',
      app_id: 'a86dr8yl',
      topic: 'conversation.admin.closed',
      data: {
        type: 'notification_event_data',
        item: {
          type: 'conversation',
          id: '1122334455',
          source: {
            type: 'conversation',
            delivered_as: 'customer_initiated',
            author: { type: 'user', id: '5310d8e8598c9a0b24000005', name: 'Mia Hansen', email: 'mia@example.com' },
          },
          state: 'closed',
        },
      },
    },
    expected: { email: 'mia@example.com', firstName: 'Mia', lastName: 'Hansen', language: null, key: '1122334455' },
    sign: (body, secret) => ({ 'X-Hub-Signature': `sha1=${hmac('sha1', secret, body).digest('hex')}` }),
  },
  // https://developers.hubspot.com/docs/apps/developer-platform/build-apps/authentication/request-validation
  hubspot: {
    body: {
      email: 'brian@example.com',
      firstname: 'Brian',
      lastname: 'Halligan',
      phone: '+33 6 12 34 56 78',
      hs_language: 'fr-ca',
      hs_object_id: 101,
    },
    expected: { email: 'brian@example.com', firstName: 'Brian', lastName: 'Halligan', language: 'fr', key: null },
    sign: (body, secret, { url, at }) => ({
      'X-HubSpot-Request-Timestamp': String(at.getTime()),
      'X-HubSpot-Signature-v3': hmac('sha256', secret, `POST${url}${body}${at.getTime()}`).digest('base64'),
    }),
  },
  // https://shopify.dev/docs/api/webhooks (orders/fulfilled); the id of Shopify's test order is larger than a double represents
  shopify: {
    body: {
      id: '@820982911946154508@',
      email: 'jon@example.com',
      number: 234,
      name: '#9999',
      customer_locale: 'en',
      total_price: '388.00',
      customer: {
        id: 115310627314723950,
        email: 'john@example.com',
        first_name: 'John',
        last_name: 'Smith',
        phone: null,
      },
      line_items: [{ id: 487817672276298560, title: 'IPod Nano - 8GB', quantity: 1 }],
      fulfillment_status: 'fulfilled',
    },
    expected: {
      email: 'jon@example.com',
      firstName: 'John',
      lastName: 'Smith',
      language: 'en',
      key: '820982911946154508',
    },
    sign: (body, secret) => ({ 'X-Shopify-Hmac-Sha256': hmac('sha256', secret, body).digest('base64') }),
  },
  // https://docs.stripe.com/api/events/object, https://docs.stripe.com/webhooks/signature#verify-manually
  stripe: {
    body: {
      id: 'evt_1NG8Du2eZvKYlo2CUI79vXWy',
      object: 'event',
      type: 'checkout.session.completed',
      data: {
        object: {
          id: 'cs_test_a11YYufWQzNY63zpQ6QSNRQhkUpVph4WRmzW0zWJO2znZKdVujZ0N0S22u',
          object: 'checkout.session',
          amount_total: 2198,
          customer_details: { email: 'jenny@example.com', name: 'Jenny Rosen', phone: null },
          locale: 'fr-CA',
          payment_status: 'paid',
        },
      },
    },
    expected: {
      email: 'jenny@example.com',
      firstName: 'Jenny',
      lastName: 'Rosen',
      language: 'fr',
      key: 'cs_test_a11YYufWQzNY63zpQ6QSNRQhkUpVph4WRmzW0zWJO2znZKdVujZ0N0S22u',
    },
    sign: (body, secret, { at }) => {
      const signature = hmac('sha256', secret, `${seconds(at)}.${body}`).digest('hex')
      return { 'Stripe-Signature': `t=${seconds(at)},v1=${'0'.repeat(64)},v1=${signature},v0=old` }
    },
  },
  // https://woocommerce.github.io/woocommerce-rest-api-docs/#retrieve-an-order
  woocommerce: {
    body: {
      id: 727,
      number: '727',
      status: 'completed',
      currency: 'USD',
      total: '29.35',
      billing: {
        first_name: 'John',
        last_name: 'Doe',
        country: 'US',
        email: 'john.doe@example.com',
        phone: '(555) 555-5555',
      },
    },
    expected: { email: 'john.doe@example.com', firstName: 'John', lastName: 'Doe', language: null, key: '727' },
    sign: (body, secret) => ({ 'X-WC-Webhook-Signature': hmac('sha256', secret, body).digest('base64') }),
  },
  // https://www.typeform.com/developers/webhooks/example-payload/
  typeform: {
    body: {
      event_id: 'LtWXD3crgy',
      event_type: 'form_response',
      form_response: {
        form_id: 'lT4Z3j',
        token: 'a3a12ec67a1365927098a606107fac15',
        submitted_at: '2018-01-18T18:17:02Z',
        hidden: { user_id: 'abc123456' },
        answers: [
          { type: 'text', text: 'Job opportunities', field: { id: 'DlXFaesGBpoF', type: 'long_text' } },
          { type: 'email', email: 'laura@example.com', field: { id: 'SMEUb7VJz92Q', type: 'email' } },
          { type: 'boolean', boolean: true, field: { id: 'gFFf3xAkJKsr', type: 'legal' } },
        ],
      },
    },
    expected: {
      email: 'laura@example.com',
      firstName: null,
      lastName: null,
      language: null,
      key: 'a3a12ec67a1365927098a606107fac15',
    },
    sign: (body, secret) => ({ 'Typeform-Signature': `sha256=${hmac('sha256', secret, body).digest('base64')}` }),
  },
}

/** The JSON text of an example, with numbers that JavaScript cannot write. */
export function toExampleText(name: Exclude<RecipeName, 'custom'>): string {
  return JSON.stringify(RECIPE_EXAMPLES[name].body).replace(/"@(\d+)@"/g, '$1')
}
