import type { RenderedNotification } from './render-notification'
import type { ChatChannelKind } from './schema'

export function renderChatPayload(kind: ChatChannelKind, notification: RenderedNotification): object {
  return kind === 'slack' ? renderSlackPayload(notification) : renderTeamsPayload(notification)
}

const SLACK_SECTION_MAX_CHARACTERS = 2900

/** Escapes Slack's control characters as its documentation requires, so that customer text cannot mention a channel or disguise a link. */
function renderSlackPayload({ subject, items, moreLine, button, footer }: RenderedNotification): object {
  const section = (text: string) => ({
    type: 'section',
    text: { type: 'mrkdwn', text: text.slice(0, SLACK_SECTION_MAX_CHARACTERS).toWellFormed(), verbatim: true },
  })
  const context = (text: string) => ({ type: 'context', elements: [{ type: 'mrkdwn', text, verbatim: true }] })
  return {
    text: escapeSlack(subject),
    blocks: [
      ...items.map(({ headline, comments, context: about, url }) =>
        section(
          [
            `*<${url}|${escapeSlack(headline).replaceAll(/[*|]/g, ' ')}>*`,
            ...comments.flatMap((comment) => escapeSlack(comment).split('\n')).map((line) => `> ${line}`),
            ...(about === '' ? [] : [escapeSlack(about)]),
          ].join('\n'),
        ),
      ),
      ...(moreLine === null ? [] : [section(escapeSlack(moreLine))]),
      {
        type: 'actions',
        elements: [{ type: 'button', text: { type: 'plain_text', text: button.label }, url: button.url }],
      },
      context(escapeSlack(footer)),
    ],
  }
}

function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const TEAMS_CARD_MAX_BYTES = 24_000

/** An Adaptive Card, the format of Teams workflows. Uses text runs only, because Teams does not parse Markdown in them. */
function renderTeamsPayload(notification: RenderedNotification): object {
  const card = renderTeamsCard(notification)
  if (Buffer.byteLength(JSON.stringify(card)) <= TEAMS_CARD_MAX_BYTES || notification.items.length === 1) return card
  // Drop items from the end until the card fits; the linked page lists them all.
  return renderTeamsPayload({
    ...notification,
    items: notification.items.slice(0, -1),
    moreLine: notification.formatMoreLine(notification.items.length - 1),
  })
}

function renderTeamsCard({ subject, items, moreLine, button, footer }: RenderedNotification): object {
  const line = (text: string, style: object = {}) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text, ...style }],
  })
  const body = [
    ...items.flatMap(({ headline, quotedComments, context, url }) => [
      line(headline, { weight: 'Bolder', selectAction: { type: 'Action.OpenUrl', url } }),
      ...quotedComments.map((comment) => line(comment)),
      ...(context === '' ? [] : [line(context, { isSubtle: true })]),
    ]),
    ...(moreLine === null ? [] : [line(moreLine)]),
    line(footer, { isSubtle: true, size: 'Small' }),
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
