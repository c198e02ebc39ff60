import * as reply from '@/app/(sandbox)/sandbox/[site]/reviews/[id]/reply/route'
import * as review from '@/app/(sandbox)/sandbox/[site]/reviews/[id]/route'
import * as reviews from '@/app/(sandbox)/sandbox/[site]/reviews/route'
import * as page from '@/app/(sandbox)/sandbox/[site]/route'
import type { Method } from '../../api/endpoint'
import { type LoopbackServer, serveOnLoopback } from './loopback-server'

export function startSandboxServer(): Promise<LoopbackServer> {
  return serveOnLoopback((request) => {
    const [, prefix = '', site = '', list, id = '', suffix] = new URL(request.url).pathname.split('/')
    const handlers = list === undefined ? page : id === '' ? reviews : suffix === undefined ? review : reply
    if (prefix !== 'sandbox') return new Response(null, { status: 404 })
    return handlers[request.method as Method](request, { params: Promise.resolve({ site, id }) })
  })
}
