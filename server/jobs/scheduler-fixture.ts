import { afterEach, expect, vi } from 'vitest'
import { db } from '../db'
import { processState } from '../process-state'
import { anOrganization } from '../testing/factories/basics'
import { aSigningSubscription } from '../testing/factories/webhooks'
import type { Queue } from './define-queue'
import { Scheduler } from './scheduler'

export const POLL_OPTIONS = { timeout: 20_000, interval: 20 }

type Options = { queues?: Queue[]; sweepEveryMs?: number }

export function useSchedulers(defaultQueues: Queue[] = []) {
  const started: Scheduler[] = []

  async function aScheduler({ queues = defaultQueues, sweepEveryMs = 60_000 }: Options = {}) {
    const scheduler = new Scheduler({ queues, tasks: [], sweepEveryMs })
    started.push(scheduler)
    await vi.waitFor(() => expect(scheduler.isReady).toBe(true), POLL_OPTIONS)
    return scheduler
  }

  /** The scheduler of this process, which domains signal. */
  async function processScheduler(options?: Options) {
    processState.scheduler = await aScheduler(options)
    return processState.scheduler
  }

  afterEach(async () => {
    delete processState.scheduler
    await Promise.all(started.splice(0).map((scheduler) => scheduler.stop()))
  })

  return { aScheduler, processScheduler }
}

/** A subscription whose address the dialler refuses: a receiver failure that needs no network. */
export async function aSubscriptionToBlockedUrl() {
  const organizationId = await anOrganization()
  const hookUrl = 'https://10.0.0.1/'
  const { id: subscriptionId } = await aSigningSubscription(organizationId, ['new_contact'], { hookUrl })
  return { organizationId, subscriptionId }
}

export const countFinishedWebhookAttempts = (organizationId: string) =>
  db.webhookAttempt.count({ where: { organizationId, finishedAt: { not: null } } })
