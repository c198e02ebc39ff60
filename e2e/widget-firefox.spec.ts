import { FIREFOX, type Firefox, startFirefox } from './firefox'
import { aForeignSite } from './foreign-site'
import { expect, testWithOwnOrganization as test } from './signed-in-test'

/** Answers that come sooner are flagged. */
const FASTEST_PERSON_MS = 2000

test.skip(FIREFOX === undefined, 'Firefox is not installed')

async function evaluate({ send }: Firefox, context: string, expression: string): Promise<unknown> {
  const { result, exceptionDetails } = await send('script.evaluate', {
    expression,
    target: { context },
    awaitPromise: true,
  })
  if (exceptionDetails) throw new Error(exceptionDetails.text)
  return result.value
}

test('a popover appears in Firefox under a strict policy, and its answer arrives', async ({ call }) => {
  const survey = (await call('POST /surveys', { name: 'After a visit', type: 'nps', questions: [] })).body.data
  const site = await aForeignSite()
  const body = { name: 'Shop', kind: 'popover', origins: [site.origin], rules: { delaySeconds: 0 } }
  const widget = (await call(`POST /surveys/${survey.id}/widgets`, body)).body.data
  site.setBody(widget.snippet)
  const firefox = await startFirefox(FIREFOX ?? '')
  try {
    const { context } = await firefox.send('browsingContext.create', { type: 'tab' })
    await firefox.send('browsingContext.navigate', { context, url: site.origin, wait: 'complete' })
    const isShown = `document.querySelector('feedback-widget')?.shadowRoot.querySelector('.panel:not(.loading)') !== null
      && document.querySelector('feedback-widget') !== null`
    await expect.poll(() => evaluate(firefox, context, isShown)).toBe(true)
    const shown = await evaluate(firefox, context, 'Math.round(performance.now())')
    test.info().annotations.push({ type: 'shown within, ms after the page began', description: String(shown) })
    const shownAt = Date.now()
    const { contexts } = await firefox.send('browsingContext.getTree', { root: context })
    const frame = contexts[0].children[0].context
    await evaluate(firefox, frame, `document.querySelector('[name="q.nps"][value="9"]').click()`)
    await expect.poll(() => Date.now() - shownAt).toBeGreaterThan(FASTEST_PERSON_MS)
    await evaluate(firefox, frame, `document.querySelector('button.send').click()`)
    await expect.poll(() => evaluate(firefox, frame, 'document.body.dataset.page')).toBe('thanks')
    const [{ id }] = (await call(`GET /responses?survey_link_id=${widget.id}`)).body.data
    expect((await call(`GET /responses/${id}`)).body.data).toMatchObject({ channel: 'web', npsScore: 9 })
    const { cookies } = await firefox.send('storage.getCookies')
    expect(cookies).toEqual([])
  } finally {
    await firefox.close()
    await site.close()
  }
})
