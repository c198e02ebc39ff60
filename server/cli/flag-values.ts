import { readFile } from 'node:fs/promises'
import type { MessageQuotaRule } from '../organizations/operator-actions'
import { clampToStorableDate, Id } from '../validation/schema'
import { UsageError } from './flags'

/* Parsers of flag values. @throws {UsageError} naming the flag and what it accepts. */

export function parseUuid(flag: string, value: string): string {
  if (!Id.safeParse(value).success) throw new UsageError(`--${flag} must be a UUID, not ${value}.`)
  return value
}

const RATE_LIMIT_MAX = 1_000_000_000

export function parseRateLimit(flag: string, value: string): number | null {
  if (value === 'default') return null
  const number = /^\d{1,10}$/.test(value) ? Number(value) : 0
  if (number < 1 || number > RATE_LIMIT_MAX)
    throw new UsageError(`--${flag} must be a whole number from 1 to ${RATE_LIMIT_MAX}, or default, not ${value}.`)
  return number
}

export function parsePositiveInteger(flag: string, value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value))
    throw new UsageError(`--${flag} must be a whole number of 1 or more, not ${value}.`)
  return Number(value)
}

export function parseQuota(flag: string, value: string): MessageQuotaRule {
  if (value === 'none' || value === 'earned') return value
  if (!/^[1-9]\d{0,8}$/.test(value))
    throw new UsageError(`--${flag} must be a number of 1 or more, none or earned, not ${value}.`)
  return Number(value)
}

export function parseBoolean(flag: string, value: string): boolean {
  if (value !== 'true' && value !== 'false') throw new UsageError(`--${flag} must be true or false, not ${value}.`)
  return value === 'true'
}

export function parseTimestamp(flag: string, value: string): string {
  const date = new Date(value)
  if (Number.isNaN(date.getTime()) || !/^\d{4}-\d{2}-\d{2}/.test(value))
    throw new UsageError(`--${flag} must be a time such as 2027-03-01T09:30:00Z, not ${value}.`)
  return clampToStorableDate(date.getTime()).toISOString()
}

export async function readTextFile(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: Error) => {
    throw new UsageError(`${file} cannot be read: ${error.message}.`)
  })
}

export async function readJsonFile(file: string): Promise<unknown> {
  const text = await readTextFile(file)
  try {
    // Strip the byte order mark that Windows editors add.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${(error as Error).message}.`)
  }
}
