'use client'

import dynamic from 'next/dynamic'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { LOCALES } from '@/server/messages/locale'
import {
  FOOTER_TEXT_MAX_CHARACTERS,
  FROM_NAME_MAX_CHARACTERS,
  POSTAL_ADDRESS_MAX_CHARACTERS,
} from '@/server/sender-profile/constants'
import type { SenderProfile, SenderSettings, UpdateSenderProfile } from '@/server/sender-profile/schema'
import { trpc } from '../trpc'
import { Section } from '../ui/content/section'
import { Checkbox } from '../ui/controls/checkbox'
import { Input } from '../ui/controls/input'
import { type Option, Select } from '../ui/controls/select'
import { Textarea } from '../ui/controls/textarea'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { type LabeledFieldValue, useConflictDetection } from '../ui/forms/use-conflict-detection'
import { useMutationAction } from '../use-mutation-action'
import { BrandColorContrast } from './brand-color-contrast'
import { BrandColorInput } from './brand-color-input'
import { PageLookFields, usePageLookDescription } from './page-look-fields'
import { PrivacyFields } from './privacy-fields'
import { type SenderFields, toPrivacyNotice, toSenderDraft } from './sender-draft'
import { SenderPreview } from './sender-preview'

const PagePreview = dynamic(() => import('./page-preview').then((module) => module.PagePreview))

export type SenderFormProps = {
  sender: SenderSettings
  /** Members whose verified addresses may receive customers' replies. */
  members: readonly Option[]
  /** HTML of a survey email with the stored profile. */
  initialPreview: string
}

/** The choice of the confirmed address, among ids of members. */
const CONFIRMED_ADDRESS = 'address'

export function SenderForm({ sender, members, initialPreview }: SenderFormProps) {
  const t = useTranslations('sender')
  const tCommon = useTranslations('common')
  const { perform } = useMutationAction()
  const form = useForm({ defaultValues: toSenderFormValues(sender) })
  const { control } = form
  const values = useWatch({ control }) as Fields
  const replyToOptions =
    sender.replyToEmail === null ? members : [...members, { value: CONFIRMED_ADDRESS, label: sender.replyToEmail }]
  const { baseline, conflictDetection } = useConflictDetection(pickSenderProfile(sender), {
    toValues: toSenderFormValues,
    describe: useSenderDescription(replyToOptions),
  })
  const save = async (fields: Fields) =>
    perform(async () => {
      const { data } = await trpc.sender.update.mutate({ ...toUpdateInput(fields), asRead: baseline.current })
      const saved = pickSenderProfile(data)
      conflictDetection.setBaseline(saved)
      form.reset(toSenderFormValues(saved))
      return { success: t('saved') }
    })

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-8 xl:grid-cols-[minmax(0,1fr)_360px]">
      <Form form={form} onSubmit={save} conflictDetection={conflictDetection} className="gap-8">
        <Section title={t('name.title')} frame="card">
          <div className="grid gap-5">
            <FormField
              control={control}
              name="fromName"
              label={t('name.fromName')}
              help={t('name.fromNameHelp', { organization: sender.organizationName })}
              optional
            >
              {(field) => <Input {...field} maxLength={FROM_NAME_MAX_CHARACTERS} autoComplete="off" />}
            </FormField>
            <FormField control={control} name="replyToUserId" label={t('name.replyTo')} help={t('name.replyToHelp')}>
              {(field) => <Select {...field} placeholder={t('name.replyToNone')} options={replyToOptions} />}
            </FormField>
          </div>
        </Section>
        <Section title={t('color.title')} description={t('color.help')} frame="card">
          <div className="grid gap-3">
            <FormField control={control} name="brandColor" label={t('color.hex')} optional>
              {(field) => <BrandColorInput {...field} />}
            </FormField>
            <BrandColorContrast
              color={values.brandColor}
              onChoose={(color) => form.setValue('brandColor', color, { shouldDirty: true })}
            />
          </div>
        </Section>
        <Section title={t('look.title')} description={t('look.help')} frame="card">
          <div className="grid gap-5">
            <PageLookFields
              look={values.pageLook}
              onChange={(look) => form.setValue('pageLook', look, { shouldDirty: true })}
            />
            <PagePreview key={sender.logo?.path} brandColor={values.brandColor.trim() || null} look={values.pageLook} />
          </div>
        </Section>
        <Section title={t('footer.title')} description={t('footer.lead')} frame="card">
          <div className="grid gap-5">
            {LOCALES.map((language) => (
              <FormField
                key={language}
                control={control}
                name={`footerText.${language}`}
                label={t('footer.text', { language })}
                help={t(language === 'en' ? 'footer.textHelp' : 'footer.textFallback')}
                optional
              >
                {(field) => <Textarea {...field} rows={3} maxLength={FOOTER_TEXT_MAX_CHARACTERS} lang={language} />}
              </FormField>
            ))}
            <FormField
              control={control}
              name="postalAddress"
              label={t('footer.postalAddress')}
              help={t('footer.postalAddressHelp')}
              optional
            >
              {(field) => (
                <Textarea {...field} rows={2} maxLength={POSTAL_ADDRESS_MAX_CHARACTERS} autoComplete="street-address" />
              )}
            </FormField>
          </div>
        </Section>
        <PrivacyFields control={control} />
        <Section title={t('tracking.title')} frame="card">
          <Checkbox
            label={t('tracking.label')}
            help={t('tracking.help')}
            checked={values.tracksOpensAndClicks}
            onChange={(tracks) => form.setValue('tracksOpensAndClicks', tracks, { shouldDirty: true })}
          />
        </Section>
        <FormActions>
          <SubmitButton form={form}>{tCommon('save')}</SubmitButton>
        </FormActions>
      </Form>
      <SenderPreview draft={toSenderDraft(values)} logoPath={sender.logo?.path ?? null} initialHtml={initialPreview} />
    </div>
  )
}

function useSenderDescription(replyToOptions: readonly Option[]) {
  const describeLook = usePageLookDescription()
  const t = useTranslations('sender')
  const tCommon = useTranslations('common')
  return (fields: Fields): LabeledFieldValue[] => [
    [t('name.fromName'), fields.fromName],
    [
      t('name.replyTo'),
      replyToOptions.find(({ value }) => value === fields.replyToUserId)?.label ??
        (fields.replyToUserId === '' ? t('name.replyToNone') : fields.replyToEmail),
    ],
    [t('color.title'), fields.brandColor],
    ...describeLook(fields.pageLook),
    ...LOCALES.map((language): LabeledFieldValue => [t('footer.text', { language }), fields.footerText[language]]),
    [t('footer.postalAddress'), fields.postalAddress],
    ...LOCALES.map(
      (language): LabeledFieldValue => [t('privacy.text', { language }), fields.privacyNotice.text[language]],
    ),
    [t('privacy.url'), fields.privacyNotice.url],
    [t('tracking.label'), tCommon(fields.tracksOpensAndClicks ? 'yes' : 'no')],
  ]
}

type Fields = SenderFields

function pickSenderProfile(settings: SenderSettings): SenderProfile {
  const { organizationName: _name, logo: _logo, pendingReplyTo: _pending, ...profile } = settings
  return profile
}

function toSenderFormValues(profile: SenderProfile): SenderFields {
  return {
    fromName: profile.fromName ?? '',
    replyToUserId: profile.replyToUserId ?? (profile.replyToEmail === null ? '' : CONFIRMED_ADDRESS),
    replyToEmail: profile.replyToEmail ?? '',
    brandColor: profile.brandColor ?? '',
    pageLook: profile.pageLook,
    footerText: { en: profile.footerText.en ?? '', fr: profile.footerText.fr ?? '' },
    postalAddress: profile.postalAddress ?? '',
    privacyNotice: {
      text: { en: profile.privacyNotice.text.en ?? '', fr: profile.privacyNotice.text.fr ?? '' },
      url: profile.privacyNotice.url ?? '',
    },
    tracksOpensAndClicks: profile.tracksOpensAndClicks,
  }
}

function toUpdateInput(fields: Fields): UpdateSenderProfile {
  const { tracksOpensAndClicks, replyToUserId } = fields
  const privacyNotice = toPrivacyNotice(fields.privacyNotice)
  return { ...toSenderDraft(fields), privacyNotice, tracksOpensAndClicks, ...toReplyToInput(replyToUserId) }
}

function toReplyToInput(choice: string): Pick<UpdateSenderProfile, 'replyToUserId' | 'replyToEmail'> {
  if (choice === CONFIRMED_ADDRESS) return {}
  return choice === '' ? { replyToUserId: null, replyToEmail: null } : { replyToUserId: choice }
}
