import { cell, type Tables, table } from '@zabuni/activities/table'
import type { LetterSlots } from './slots.ts'

const letters = table<LetterSlots>()

/** The specification has no letters of auctions: theirs lie beside their evaluation. */
const ofAuctions = (kind: 'reverse-auction' | 'forward-auction') =>
  letters({
    categoryLetters: cell(`/company/${kind}/letters/:jobId/:categoryId`),
    previewAward: cell(`/company/${kind}/preview/award/letter/:jobId/:categoryId/:supplierId`),
    previewRegret: cell(`/company/${kind}/preview/regret/letter/:jobId/:categoryId/:supplierId`),
    letterJobs: cell(`/company/${kind}/letters/jobs`),
    jobLetters: cell(`/company/${kind}/letters/:jobId`),
    letter: cell(`/company/${kind}/letter/:letterId`),
    successCreate: cell(`/company/${kind}/letters/success/create/:jobId`, 'MANAGE_JOB'),
    successEdit: cell(`/company/${kind}/letters/success/edit/:jobId`, 'MANAGE_JOB'),
    customCreate: cell(`/company/${kind}/letters/custom/create/:jobId`, 'MANAGE_JOB'),
    customEdit: cell(`/company/${kind}/letters/custom/edit/:jobId`, 'MANAGE_JOB'),
    ddCreate: cell(`/company/${kind}/letters/dd/create/:jobId`, 'MANAGE_JOB'),
    ddEdit: cell(`/company/${kind}/letters/dd/edit/:jobId`, 'MANAGE_JOB'),
    regretCreate: cell(`/company/${kind}/letters/regret/create/:jobId`, 'MANAGE_JOB'),
    regretEdit: cell(`/company/${kind}/letters/regret/edit/:jobId`, 'MANAGE_JOB'),
    awardCreate: cell(`/company/${kind}/letters/award/create/:jobId`, 'MANAGE_JOB'),
    awardEdit: cell(`/company/${kind}/letters/award/edit/:jobId`, 'MANAGE_JOB'),
  })

/** Where the letters of each activity are found; a new activity is a row here. */
export const PATHS: Readonly<Record<'buyer' | 'operator', Tables<LetterSlots>>> = {
  buyer: {
    '': letters({ decisions: cell('/company/decisions') }),
    prequalification: letters({
      categoryLetters: cell('/company/prequal/letters/:jobId/:categoryId'),
      previewAward: cell('/company/prequal/preview/award/letter/:jobId/:categoryId/:supplierId'),
      previewRegret: cell('/company/prequal/preview/regret/letter/:jobId/:categoryId/:supplierId'),
      letterJobs: cell('/company/prequal/letters/jobs'),
      jobLetters: cell('/company/prequal/letters/:jobId'),
      letter: cell('/company/prequal/letter/:letterId'),
      successCreate: cell('/company/prequal/letters/success/create/:jobId', 'MANAGE_JOB'),
      successEdit: cell('/company/prequal/letters/success/edit/:jobId', 'MANAGE_JOB'),
      customCreate: cell('/company/prequal/letters/custom/create/:jobId', 'MANAGE_JOB'),
      customEdit: cell('/company/prequal/letters/custom/edit/:jobId', 'MANAGE_JOB'),
      ddCreate: cell('/company/prequal/letters/dd/create/:jobId', 'MANAGE_JOB'),
      ddEdit: cell('/company/prequal/letters/dd/edit/:jobId', 'MANAGE_JOB'),
      regretCreate: cell('/company/prequal/letters/regret/create/:jobId', 'MANAGE_JOB'),
      regretEdit: cell('/company/prequal/letters/regret/edit/:jobId', 'MANAGE_JOB'),
      awardCreate: cell('/company/prequal/letters/award/create/:jobId', 'MANAGE_JOB'),
      awardEdit: cell('/company/prequal/letters/award/edit/:jobId', 'MANAGE_JOB'),
    }),
    expression_of_interest: letters({
      categoryLetters: cell('/company/expression_of_interest/letters/:jobId/:categoryId'),
      previewAward: cell(
        '/company/expression_of_interest/preview/award/letter/:jobId/:categoryId/:supplierId',
      ),
      previewRegret: cell(
        '/company/expression_of_interest/preview/regret/letter/:jobId/:categoryId/:supplierId',
      ),
      letterJobs: cell('/company/expression_of_interest/letters/jobs'),
      jobLetters: cell('/company/expression_of_interest/letters/:jobId'),
      letter: cell('/company/expression_of_interest/letter/:letterId'),
      successCreate: cell(
        '/company/expression_of_interest/letters/success/create/:jobId',
        'MANAGE_JOB',
      ),
      successEdit: cell(
        '/company/expression_of_interest/letters/success/edit/:jobId',
        'MANAGE_JOB',
      ),
      customCreate: cell(
        '/company/expression_of_interest/letters/custom/create/:jobId',
        'MANAGE_JOB',
      ),
      customEdit: cell('/company/expression_of_interest/letters/custom/edit/:jobId', 'MANAGE_JOB'),
      ddCreate: cell('/company/expression_of_interest/letters/dd/create/:jobId', 'MANAGE_JOB'),
      ddEdit: cell('/company/expression_of_interest/letters/dd/edit/:jobId', 'MANAGE_JOB'),
      regretCreate: cell(
        '/company/expression_of_interest/letters/regret/create/:jobId',
        'MANAGE_JOB',
      ),
      regretEdit: cell('/company/expression_of_interest/letters/regret/edit/:jobId', 'MANAGE_JOB'),
      awardCreate: cell(
        '/company/expression_of_interest/letters/award/create/:jobId',
        'MANAGE_JOB',
      ),
      awardEdit: cell('/company/expression_of_interest/letters/award/edit/:jobId', 'MANAGE_JOB'),
    }),
    tender: letters({
      categoryLetters: cell('/company/tender/letters/:jobId/:categoryId'),
      previewAward: cell('/company/tender/preview/award/letter/:jobId/:categoryId/:supplierId'),
      previewRegret: cell('/company/tender/preview/regret/letter/:jobId/:categoryId/:supplierId'),
      letterJobs: cell('/company/tender/letters/jobs'),
      jobLetters: cell('/company/tender/letters/:jobId'),
      letter: cell('/company/tender/letter/:letterId'),
      successCreate: cell('/company/tender/letters/success/create/:jobId', 'MANAGE_JOB'),
      successEdit: cell('/company/tender/letters/success/edit/:jobId', 'MANAGE_JOB'),
      customCreate: cell('/company/tender/letters/custom/create/:jobId', 'MANAGE_JOB'),
      customEdit: cell('/company/tender/letters/custom/edit/:jobId', 'MANAGE_JOB'),
      ddCreate: cell('/company/tender/letters/dd/create/:jobId', 'MANAGE_JOB'),
      ddEdit: cell('/company/tender/letters/dd/edit/:jobId', 'MANAGE_JOB'),
      regretCreate: cell('/company/tender/letters/regret/create/:jobId', 'MANAGE_JOB'),
      regretEdit: cell('/company/tender/letters/regret/edit/:jobId', 'MANAGE_JOB'),
      awardCreate: cell('/company/tender/letters/award/create/:jobId', 'MANAGE_JOB'),
      awardEdit: cell('/company/tender/letters/award/edit/:jobId', 'MANAGE_JOB'),
    }),
    // Activities without letters are decided at a place of their own.
    rfq: letters({ categoryLetters: cell('/company/rfq/award/:jobId/:categoryId') }),
    asset_disposal: letters({
      categoryLetters: cell('/company/asset_disposal/award/:jobId/:categoryId'),
    }),
    supplier_registration: letters({
      categoryLetters: cell('/company/supplier-registration/award/:jobId/:categoryId'),
    }),
    risk_management: letters({
      categoryLetters: cell('/company/risk_management/award/:jobId/:categoryId'),
    }),
    reverse_auction: ofAuctions('reverse-auction'),
    forward_auction: ofAuctions('forward-auction'),
  },
  operator: {
    prequalification: letters({
      categoryLetters: cell('/zabuni/prequal/letters/:jobId/:categoryId'),
      previewAward: cell('/zabuni/prequal/preview/award/letter/:jobId/:categoryId/:supplierId'),
      previewRegret: cell('/zabuni/prequal/preview/regret/letter/:jobId/:categoryId/:supplierId'),
      letterJobs: cell('/zabuni/prequal/letters/jobs'),
      jobLetters: cell('/zabuni/prequal/letters/:jobId'),
      letter: cell('/zabuni/prequal/letter/:letterId'),
      successCreate: cell('/zabuni/prequal/letters/success/create/:jobId', 'MANAGE_JOB'),
      successEdit: cell('/zabuni/prequal/letters/success/edit/:jobId', 'MANAGE_JOB'),
      customCreate: cell('/zabuni/prequal/letters/custom/create/:jobId', 'MANAGE_JOB'),
      customEdit: cell('/zabuni/prequal/letters/custom/edit/:jobId', 'MANAGE_JOB'),
      ddCreate: cell('/zabuni/prequal/letters/dd/create/:jobId', 'MANAGE_JOB'),
      ddEdit: cell('/zabuni/prequal/letters/dd/edit/:jobId', 'MANAGE_JOB'),
      regretCreate: cell('/zabuni/prequal/letters/regret/create/:jobId', 'MANAGE_JOB'),
      regretEdit: cell('/zabuni/prequal/letters/regret/edit/:jobId', 'MANAGE_JOB'),
      awardCreate: cell('/zabuni/prequal/letters/award/create/:jobId', 'MANAGE_JOB'),
      awardEdit: cell('/zabuni/prequal/letters/award/edit/:jobId', 'MANAGE_JOB'),
    }),
    expression_of_interest: letters({
      categoryLetters: cell('/zabuni/expression_of_interest/letters/:jobId/:categoryId'),
      previewAward: cell(
        '/zabuni/expression_of_interest/preview/award/letter/:jobId/:categoryId/:supplierId',
      ),
      previewRegret: cell(
        '/zabuni/expression_of_interest/preview/regret/letter/:jobId/:categoryId/:supplierId',
      ),
      letterJobs: cell('/zabuni/expression_of_interest/letters/jobs'),
      jobLetters: cell('/zabuni/expression_of_interest/letters/:jobId'),
      letter: cell('/zabuni/expression_of_interest/letter/:letterId'),
      successCreate: cell(
        '/zabuni/expression_of_interest/letters/success/create/:jobId',
        'MANAGE_JOB',
      ),
      successEdit: cell('/zabuni/expression_of_interest/letters/success/edit/:jobId', 'MANAGE_JOB'),
      customCreate: cell(
        '/zabuni/expression_of_interest/letters/custom/create/:jobId',
        'MANAGE_JOB',
      ),
      customEdit: cell('/zabuni/expression_of_interest/letters/custom/edit/:jobId', 'MANAGE_JOB'),
      ddCreate: cell('/zabuni/expression_of_interest/letters/dd/create/:jobId', 'MANAGE_JOB'),
      ddEdit: cell('/zabuni/expression_of_interest/letters/dd/edit/:jobId', 'MANAGE_JOB'),
      regretCreate: cell(
        '/zabuni/expression_of_interest/letters/regret/create/:jobId',
        'MANAGE_JOB',
      ),
      regretEdit: cell('/zabuni/expression_of_interest/letters/regret/edit/:jobId', 'MANAGE_JOB'),
      awardCreate: cell('/zabuni/expression_of_interest/letters/award/create/:jobId', 'MANAGE_JOB'),
      awardEdit: cell('/zabuni/expression_of_interest/letters/award/edit/:jobId', 'MANAGE_JOB'),
    }),
    tender: letters({
      categoryLetters: cell('/zabuni/tender/letters/:jobId/:categoryId'),
      previewAward: cell('/zabuni/tender/preview/award/letter/:jobId/:categoryId/:supplierId'),
      previewRegret: cell('/zabuni/tender/preview/regret/letter/:jobId/:categoryId/:supplierId'),
      letterJobs: cell('/zabuni/tender/letters/jobs'),
      jobLetters: cell('/zabuni/tender/letters/:jobId'),
      letter: cell('/zabuni/tender/letter/:letterId'),
      successCreate: cell('/zabuni/tender/letters/success/create/:jobId', 'MANAGE_JOB'),
      successEdit: cell('/zabuni/tender/letters/success/edit/:jobId', 'MANAGE_JOB'),
      customCreate: cell('/zabuni/tender/letters/custom/create/:jobId', 'MANAGE_JOB'),
      customEdit: cell('/zabuni/tender/letters/custom/edit/:jobId', 'MANAGE_JOB'),
      ddCreate: cell('/zabuni/tender/letters/dd/create/:jobId', 'MANAGE_JOB'),
      ddEdit: cell('/zabuni/tender/letters/dd/edit/:jobId', 'MANAGE_JOB'),
      regretCreate: cell('/zabuni/tender/letters/regret/create/:jobId', 'MANAGE_JOB'),
      regretEdit: cell('/zabuni/tender/letters/regret/edit/:jobId', 'MANAGE_JOB'),
      awardCreate: cell('/zabuni/tender/letters/award/create/:jobId', 'MANAGE_JOB'),
      awardEdit: cell('/zabuni/tender/letters/award/edit/:jobId', 'MANAGE_JOB'),
    }),
  },
}
