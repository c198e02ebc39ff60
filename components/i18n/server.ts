import 'server-only'
import { cookies, headers } from 'next/headers'
import { cache } from 'react'
import { LOCALE_COOKIE, type Locale } from '@/server/messages/locale'
import { localeFor } from '@/server/messages/locale-for'
import { type Messages, type Namespace, pickMessages, translator } from '@/server/messages/messages'

/** The language of this request: the one chosen before, else the one the browser prefers, else English. */
export const getLocale = cache(async (): Promise<Locale> => {
  const [jar, head] = await Promise.all([cookies(), headers()])
  return localeFor(jar.get(LOCALE_COOKIE)?.value, head.get('accept-language'))
})

/** Translates one namespace in Server Components: `const t = await getT('contacts')`. */
export async function getT<N extends Namespace>(namespace: N) {
  return translator(await getLocale(), namespace)
}

/** The words that client components get; for the root layout, pages have `ClientMessages`. */
export function getMessages<N extends Namespace>(locale: Locale, namespaces: readonly N[]): Pick<Messages, N> {
  return pickMessages(locale, namespaces)
}

/** The moment of this request; the same for everything in it. */
export const getClock = cache(() => new Date())

/** The nonce that the Content-Security-Policy of this request asks of inline scripts, where it asks for one. */
export async function getNonce(): Promise<{ nonce?: string }> {
  const nonce = (await headers()).get('x-nonce')
  return nonce === null ? {} : { nonce }
}
