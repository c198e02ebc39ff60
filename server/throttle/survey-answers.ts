import { clientAddress, type HeaderSource } from './client-address'
import { countIn, makeBucket } from './throttle'

/*
 * What nobody on a phone reaches: the page keeps answers at most once in 0.9 s and only while they change, and submits
 * once. One address may be a whole hall or office. Answers kept in passing never use up what a submission needs.
 */
const PER_MINUTE = {
  save: { link: 60, address: 600 },
  submission: { link: 30, address: 300 },
  /** Opting out or back in; mail programs do it for many people from one address. */
  consent: { link: 60, address: 3000 },
}

/**
 * Counts one answer to a survey link, or one decision behind an unsubscribe link, before it is written.
 * @returns null when it may go on, else in how many whole seconds it may.
 */
export async function countSurveyAnswer(
  kind: keyof typeof PER_MINUTE,
  token: string,
  headers: HeaderSource,
): Promise<number | null> {
  const limits = PER_MINUTE[kind]
  const address = clientAddress(headers)
  const buckets = [makeBucket(`survey ${kind} link ${token}`, 60, limits.link)]
  if (address !== null) buckets.push(makeBucket(`survey ${kind} address ${address}`, 60, limits.address))
  return countIn(buckets)
}
