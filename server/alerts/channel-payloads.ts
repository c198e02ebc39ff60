import type { Wording } from './render-notification'
import type { ChannelKind } from './schema'

export function toPayload(kind: ChannelKind, notification: Wording): object {
  return kind === 'slack' ? renderSlackPayload(notification) : renderTeamsPayload(notification)
}

const SLACK_SECTION_MAX_CHARACTERS = 2900

/** Escapes Slack's control characters as its documentation requires, so that customer text cannot mention a channel or disguise a link. */
function renderSlackPayload({ subject, items, more, button, foot }: Wording): object {
  const section = (text: string) => ({
    type: 'section',
    text: { type: 'mrkdwn', text: text.slice(0, SLACK_SECTION_MAX_CHARACTERS).toWellFormed(), verbatim: true },
  })
  const context = (text: string) => ({ type: 'context', elements: [{ type: 'mrkdwn', text, verbatim: true }] })
  return {
    text: escapeSlack(subject),
    blocks: [
      ...items.map(({ head, comments, about, url }) =>
        section(
          [
            `*<${url}|${escapeSlack(head).replaceAll(/[*|]/g, ' ')}>*`,
            ...comments.flatMap((comment) => escapeSlack(comment).split('\n')).map((line) => `> ${line}`),
            ...(about === '' ? [] : [escapeSlack(about)]),
          ].join('\n'),
        ),
      ),
      ...(more === null ? [] : [section(escapeSlack(more))]),
      {
        type: 'actions',
        elements: [{ type: 'button', text: { type: 'plain_text', text: button.label }, url: button.url }],
      },
      context(escapeSlack(foot)),
    ],
  }
}

function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const TEAMS_CARD_MAX_BYTES = 24_000

/** An Adaptive Card, the format of Teams workflows. Uses text runs only, because Teams does not parse Markdown in them. */
function renderTeamsPayload(notification: Wording): object {
  const card = renderTeamsCard(notification)
  if (Buffer.byteLength(JSON.stringify(card)) <= TEAMS_CARD_MAX_BYTES || notification.items.length === 1) return card
  // Drop items from the end until the card fits; the linked page lists them all.
  return renderTeamsPayload({
    ...notification,
    items: notification.items.slice(0, -1),
    more: notification.moreThan(notification.items.length - 1),
  })
}

function renderTeamsCard({ subject, items, more, button, foot }: Wording): object {
  const line = (text: string, style: object = {}) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text, ...style }],
  })
  const body = [
    ...items.flatMap(({ head, quoted, about, url }) => [
      line(head, { weight: 'Bolder', selectAction: { type: 'Action.OpenUrl', url } }),
      ...quoted.map((comment) => line(comment)),
      ...(about === '' ? [] : [line(about, { isSubtle: true })]),
    ]),
    ...(more === null ? [] : [line(more)]),
    line(foot, { isSubtle: true, size: 'Small' }),
  ]
  return {
    type: 'message',
    summary: subject,
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body,
          actions: [{ type: 'Action.OpenUrl', title: button.label, url: button.url }],
        },
      },
    ],
  }
}
