import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FeedPageBody, FeedReviewBody } from '@/server/reviews/sources/review-feed-client'
import type { Certificate } from './certificates'
import { aReceiver, type ReceivedRequest } from './https-receiver'

type Reply = NonNullable<FeedReviewBody['reply']>
export type FeedReview = Omit<FeedReviewBody, 'publishedAt' | 'updatedAt' | 'reply'> & {
  publishedAt: string
  updatedAt: string
  reply: Reply | null
}

export type FeedFault = { status: number; headers?: Record<string, string>; message?: string } | 'lost'

/** Optional parts of the feed protocol. */
export type FeedCapabilities = { listsRemoved: boolean; reportsTotal: boolean }

export type FeedSite = FeedCapabilities & {
  url: string
  token: string
  authorities: string
  requests: readonly ReceivedRequest[]
  reviews: ReadonlyMap<string, FeedReview>
  putReview: (id: string, data?: Partial<FeedReview>) => void
  editReview: (id: string, data: Partial<FeedReview>) => void
  removeReview: (id: string) => void
  faults: FeedFault[]
  moderate: (text: string) => Pick<Reply, 'state' | 'reason'>
  pageSize: number
  /** Overrides the cursor of the next page. */
  nextCursor: (right: string | null) => string | null
  beforeNextResponse: (() => Promise<void>) | null
  close: () => Promise<void>
}

/**
 * A scriptable review site on loopback that implements the feed protocol (docs/review-feed.md) over HTTPS.
 * @param certificate one that a service trusts; self-issued by default
 */
export async function aFeedSite(certificate?: Certificate): Promise<FeedSite> {
  const receiver = await aReceiver(certificate === undefined ? {} : { certificate })
  const reviews = new Map<string, FeedReview>()
  const removed = new Map<string, string>()
  let clock = Date.parse('2026-11-01T08:00:00Z')
  const tick = () => new Date((clock += 1000)).toISOString()

  const site: FeedSite = {
    url: receiver.url('/feed').replace(/\/$/, ''),
    token: 'feed-token',
    authorities: receiver.authorities,
    requests: receiver.requests,
    reviews,
    putReview: (id, data = {}) => {
      const at = tick()
      removed.delete(id)
      reviews.set(id, {
        id,
        rating: 5,
        text: `Review ${id}`,
        author: 'Ada L.',
        publishedAt: at,
        reply: null,
        ...data,
        updatedAt: at,
      })
    },
    editReview: (id, data) => {
      const review = reviews.get(id)
      if (review) reviews.set(id, { ...review, ...data, updatedAt: tick() })
    },
    removeReview: (id) => {
      if (reviews.delete(id)) removed.set(id, tick())
    },
    faults: [],
    moderate: () => ({ state: 'live' }),
    pageSize: 10,
    nextCursor: (right) => right,
    beforeNextResponse: null,
    listsRemoved: true,
    reportsTotal: true,
    close: receiver.close,
  }

  receiver.script((request, response) => {
    const mishap = site.faults.shift()
    if (mishap !== undefined && mishap !== 'lost') {
      const { status, headers = {}, message = 'Not now.' } = mishap
      return send(response, status, { error: { message } }, headers)
    }
    const { status, body } = answer(request, receiver.requests.at(-1)?.body.toString() ?? '')
    if (mishap === 'lost') return void request.socket.destroy()
    const { beforeNextResponse } = site
    site.beforeNextResponse = null
    if (beforeNextResponse === null) return send(response, status, body)
    void beforeNextResponse().then(
      () => send(response, status, body),
      (error: unknown) => send(response, 500, { error: { message: String(error) } }),
    )
  })

  function answer(request: IncomingMessage, body: string): { status: number; body?: unknown } {
    if (request.headers.authorization !== `Bearer ${site.token}`)
      return { status: 401, body: { error: { message: 'Who are you?' } } }
    const url = new URL(request.url ?? '', 'https://feed.example')
    if (url.pathname === '/feed/reviews') return { status: 200, body: page(url.searchParams) }
    const [, id = '', isReply] = /^\/feed\/reviews\/([^/]+)(\/reply)?$/.exec(url.pathname) ?? []
    const review = reviews.get(decodeURIComponent(id))
    if (!review) return { status: 404 }
    if (isReply === undefined) return { status: 200, body: review }
    if (request.method === 'DELETE') {
      site.editReview(review.id, { reply: null })
      return { status: 204 }
    }
    const { text } = JSON.parse(body) as { text: string }
    const reply = { text, publishedAt: new Date(clock).toISOString(), ...site.moderate(text) }
    site.editReview(review.id, { reply })
    return { status: 200, body: reply }
  }

  function page(query: URLSearchParams): FeedPageBody {
    const since = query.get('since') ?? ''
    const tombstones = site.listsRemoved
      ? [...removed].map(([id, updatedAt]) => ({ id, removed: true as const, updatedAt }))
      : []
    const all = [...reviews.values(), ...tombstones]
      .filter(({ updatedAt }) => updatedAt >= since)
      .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
    const from = Number(query.get('cursor') ?? 0)
    const next = from + site.pageSize
    return {
      reviews: all.slice(from, next),
      next: site.nextCursor(next < all.length ? String(next) : null),
      ...(site.reportsTotal ? { total: reviews.size } : {}),
    }
  }

  return site
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
  response.end(body === undefined ? undefined : JSON.stringify(body))
}
