/** Whose side of the counter. */
export type Desk = 'buyer' | 'operator'
/** The kinds of letters. */
export const KINDS = ['award', 'regret', 'success', 'custom', 'dd'] as const
/** One kind of letter. */
export type Kind = (typeof KINDS)[number]
/** One kind of screen. */
export type Slot =
  | 'categoryLetters'
  | 'previewAward'
  | 'previewRegret'
  | 'letterJobs'
  | 'jobLetters'
  | 'letter'
  | `${Kind}Create`
  | `${Kind}Edit`
type Table = Readonly<Record<Slot, string>>

/** Where the letters of each activity are found; a new activity is a row here. */
export const PATHS: Readonly<Record<Desk, Readonly<Record<string, Table>>>> = {
  buyer: {
    prequalification: {
      categoryLetters: '/company/prequal/letters/:jobId/:categoryId',
      previewAward: '/company/prequal/preview/award/letter/:jobId/:categoryId/:supplierId',
      previewRegret: '/company/prequal/preview/regret/letter/:jobId/:categoryId/:supplierId',
      letterJobs: '/company/prequal/letters/jobs',
      jobLetters: '/company/prequal/letters/:jobId',
      letter: '/company/prequal/letter/:letterId',
      successCreate: '/company/prequal/letters/success/create/:jobId',
      successEdit: '/company/prequal/letters/success/edit/:jobId',
      customCreate: '/company/prequal/letters/custom/create/:jobId',
      customEdit: '/company/prequal/letters/custom/edit/:jobId',
      ddCreate: '/company/prequal/letters/dd/create/:jobId',
      ddEdit: '/company/prequal/letters/dd/edit/:jobId',
      regretCreate: '/company/prequal/letters/regret/create/:jobId',
      regretEdit: '/company/prequal/letters/regret/edit/:jobId',
      awardCreate: '/company/prequal/letters/award/create/:jobId',
      awardEdit: '/company/prequal/letters/award/edit/:jobId',
    },
    expression_of_interest: {
      categoryLetters: '/company/expression_of_interest/letters/:jobId/:categoryId',
      previewAward:
        '/company/expression_of_interest/preview/award/letter/:jobId/:categoryId/:supplierId',
      previewRegret:
        '/company/expression_of_interest/preview/regret/letter/:jobId/:categoryId/:supplierId',
      letterJobs: '/company/expression_of_interest/letters/jobs',
      jobLetters: '/company/expression_of_interest/letters/:jobId',
      letter: '/company/expression_of_interest/letter/:letterId',
      successCreate: '/company/expression_of_interest/letters/success/create/:jobId',
      successEdit: '/company/expression_of_interest/letters/success/edit/:jobId',
      customCreate: '/company/expression_of_interest/letters/custom/create/:jobId',
      customEdit: '/company/expression_of_interest/letters/custom/edit/:jobId',
      ddCreate: '/company/expression_of_interest/letters/dd/create/:jobId',
      ddEdit: '/company/expression_of_interest/letters/dd/edit/:jobId',
      regretCreate: '/company/expression_of_interest/letters/regret/create/:jobId',
      regretEdit: '/company/expression_of_interest/letters/regret/edit/:jobId',
      awardCreate: '/company/expression_of_interest/letters/award/create/:jobId',
      awardEdit: '/company/expression_of_interest/letters/award/edit/:jobId',
    },
    tender: {
      categoryLetters: '/company/tender/letters/:jobId/:categoryId',
      previewAward: '/company/tender/preview/award/letter/:jobId/:categoryId/:supplierId',
      previewRegret: '/company/tender/preview/regret/letter/:jobId/:categoryId/:supplierId',
      letterJobs: '/company/tender/letters/jobs',
      jobLetters: '/company/tender/letters/:jobId',
      letter: '/company/tender/letter/:letterId',
      successCreate: '/company/tender/letters/success/create/:jobId',
      successEdit: '/company/tender/letters/success/edit/:jobId',
      customCreate: '/company/tender/letters/custom/create/:jobId',
      customEdit: '/company/tender/letters/custom/edit/:jobId',
      ddCreate: '/company/tender/letters/dd/create/:jobId',
      ddEdit: '/company/tender/letters/dd/edit/:jobId',
      regretCreate: '/company/tender/letters/regret/create/:jobId',
      regretEdit: '/company/tender/letters/regret/edit/:jobId',
      awardCreate: '/company/tender/letters/award/create/:jobId',
      awardEdit: '/company/tender/letters/award/edit/:jobId',
    },
  },
  operator: {
    prequalification: {
      categoryLetters: '/zabuni/prequal/letters/:jobId/:categoryId',
      previewAward: '/zabuni/prequal/preview/award/letter/:jobId/:categoryId/:supplierId',
      previewRegret: '/zabuni/prequal/preview/regret/letter/:jobId/:categoryId/:supplierId',
      letterJobs: '/zabuni/prequal/letters/jobs',
      jobLetters: '/zabuni/prequal/letters/:jobId',
      letter: '/zabuni/prequal/letter/:letterId',
      successCreate: '/zabuni/prequal/letters/success/create/:jobId',
      successEdit: '/zabuni/prequal/letters/success/edit/:jobId',
      customCreate: '/zabuni/prequal/letters/custom/create/:jobId',
      customEdit: '/zabuni/prequal/letters/custom/edit/:jobId',
      ddCreate: '/zabuni/prequal/letters/dd/create/:jobId',
      ddEdit: '/zabuni/prequal/letters/dd/edit/:jobId',
      regretCreate: '/zabuni/prequal/letters/regret/create/:jobId',
      regretEdit: '/zabuni/prequal/letters/regret/edit/:jobId',
      awardCreate: '/zabuni/prequal/letters/award/create/:jobId',
      awardEdit: '/zabuni/prequal/letters/award/edit/:jobId',
    },
    tender: {
      categoryLetters: '/zabuni/tender/letters/:jobId/:categoryId',
      previewAward: '/zabuni/tender/preview/award/letter/:jobId/:categoryId/:supplierId',
      previewRegret: '/zabuni/tender/preview/regret/letter/:jobId/:categoryId/:supplierId',
      letterJobs: '/zabuni/tender/letters/jobs',
      jobLetters: '/zabuni/tender/letters/:jobId',
      letter: '/zabuni/tender/letter/:letterId',
      successCreate: '/zabuni/tender/letters/success/create/:jobId',
      successEdit: '/zabuni/tender/letters/success/edit/:jobId',
      customCreate: '/zabuni/tender/letters/custom/create/:jobId',
      customEdit: '/zabuni/tender/letters/custom/edit/:jobId',
      ddCreate: '/zabuni/tender/letters/dd/create/:jobId',
      ddEdit: '/zabuni/tender/letters/dd/edit/:jobId',
      regretCreate: '/zabuni/tender/letters/regret/create/:jobId',
      regretEdit: '/zabuni/tender/letters/regret/edit/:jobId',
      awardCreate: '/zabuni/tender/letters/award/create/:jobId',
      awardEdit: '/zabuni/tender/letters/award/edit/:jobId',
    },
  },
}
