import dynamic from 'next/dynamic'

/* Loaded when their dialog opens. */

export const SurveyLinkForm = dynamic(() => import('./survey-link-form').then((module) => module.SurveyLinkForm))
export const LinksPerRecordForm = dynamic(() =>
  import('./links-per-record-form').then((module) => module.LinksPerRecordForm),
)
