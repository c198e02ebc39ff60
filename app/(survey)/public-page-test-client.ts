import type { GET } from './s/[token]/route'

/* Requests to the public pages, for their tests. */

export const OPTIONAL_TEXT_QUESTION = {
  id: 'why',
  type: 'text',
  text: { en: 'Why?', fr: 'Pourquoi ?' },
  required: false,
}

export async function requestPublicPage(
  handler: typeof GET,
  path: string,
  form?: Record<string, string> | string,
  headers = {},
) {
  const body = form === undefined ? undefined : typeof form === 'string' ? form : new URLSearchParams(form).toString()
  const request = new Request(`http://localhost${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    ...(body === undefined ? {} : { body }),
  })
  const token = path.split(/[/?]/)[2] ?? ''
  const response = await handler(request, { params: Promise.resolve({ token }) })
  return { status: response.status, headers: response.headers, html: await response.text() }
}
