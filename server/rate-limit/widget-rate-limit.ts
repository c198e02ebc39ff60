import { type HeaderSource, readClientIpAddress } from './client-ip-address'
import { defineBucket, enforceBuckets } from './rate-limit'

/* Requests of the script on a web site. An address may be shared by a whole office; browsers keep the settings of a widget for a minute. */

const SECONDS = 60
const CONFIGS_PER_ADDRESS = 600
const VISITORS = { widgetAndAddress: 120, widget: 6000 }

/** @throws {RateLimitExceeded} */
export async function enforceWidgetConfigLimit(headers: HeaderSource): Promise<void> {
  const address = readClientIpAddress(headers)
  if (address !== null) await enforceBuckets([defineBucket(`widget config ${address}`, SECONDS, CONFIGS_PER_ADDRESS)])
}

/** @throws {RateLimitExceeded} */
export async function enforceWidgetVisitorLimit(widgetId: string, headers: HeaderSource): Promise<void> {
  const address = readClientIpAddress(headers)
  await enforceBuckets([
    defineBucket(`widget visitor ${widgetId}`, SECONDS, VISITORS.widget),
    ...(address === null
      ? []
      : [defineBucket(`widget visitor ${widgetId} ${address}`, SECONDS, VISITORS.widgetAndAddress)]),
  ])
}
