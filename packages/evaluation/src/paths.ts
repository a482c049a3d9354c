import { cell, type Tables, table } from '@zabuni/activities/table'
import type { EvaluationSlots } from './slots.ts'

const screens = table<EvaluationSlots>()

/**
 * Where each activity is opened, evaluated and ranked. The operator never opens, and evaluates what the
 * specification gives it; opening, ranking and scores by
 * question have no row there, nor have second checks but those of prequalifications: their paths follow the base of
 * their family. Of visits to those of whom risks are
 * managed the specification has the first screen alone; the rest follow it.
 */
export const PATHS: Readonly<Record<'buyer' | 'operator', Tables<EvaluationSlots>>> = {
  buyer: {
    '': screens({ findOpening: cell('/company/opening/:categoryId') }),
    prequalification: screens({
      opening: cell('/company/prequal/opening/:categoryId'),
      evaluationInstructions: cell('/company/prequal/evaluation/instructions/:categoryId'),
      conductEvaluation: cell(
        '/company/prequal/conduct/evaluation/:categoryId/:participantId',
        'EVALUATE_BIDS',
      ),
      scoreQuestions: cell('/company/prequal/evaluation/questions/:categoryId', 'EVALUATE_BIDS'),
      ranking: cell('/company/prequal/ranking/:categoryId'),
      qaInstructions: cell('/company/prequal/qa/instructions/:categoryId', 'EVALUATE_BIDS'),
      conductQA: cell('/company/prequal/conduct/qa/:categoryId/:participantId', 'EVALUATE_BIDS'),
      qcParticipants: cell(
        '/company/prequal/qa/quality_control_participants/:categoryId',
        'EVALUATE_BIDS',
      ),
      conductQC: cell(
        '/company/prequal/conduct/qa/:categoryId/:participantId/quality_control',
        'EVALUATE_BIDS',
      ),
      ddDetails: cell('/company/prequal/dd/details/:categoryId', 'EVALUATE_BIDS'),
      ddAdd: cell('/company/prequal/dd/add/questions/:categoryId', 'EVALUATE_BIDS'),
      ddAddSupplier: cell(
        '/company/prequal/dd/add/supplier/questions/:categoryId/:participantId',
        'EVALUATE_BIDS',
      ),
      ddSupplier: cell(
        '/company/prequal/dd/supplier/questions/:categoryId/:participantId',
        'EVALUATE_BIDS',
      ),
      ddConduct: cell(
        '/company/prequal/dd/conduct/:categoryId/:participantId/:questionId',
        'EVALUATE_BIDS',
      ),
    }),
    expression_of_interest: screens({
      opening: cell('/company/expression_of_interest/opening/:categoryId'),
      evaluationInstructions: cell(
        '/company/expression_of_interest/evaluation/instructions/:categoryId',
      ),
      conductEvaluation: cell(
        '/company/expression_of_interest/conduct/evaluation/:categoryId/:participantId',
        'EVALUATE_BIDS',
      ),
      scoreQuestions: cell(
        '/company/expression_of_interest/evaluation/questions/:categoryId',
        'EVALUATE_BIDS',
      ),
      ranking: cell('/company/expression_of_interest/ranking/:categoryId'),
      qaInstructions: cell(
        '/company/expression_of_interest/qa/instructions/:categoryId',
        'EVALUATE_BIDS',
      ),
      conductQA: cell(
        '/company/expression_of_interest/conduct/qa/:categoryId/:participantId',
        'EVALUATE_BIDS',
      ),
      qcParticipants: cell(
        '/company/expression_of_interest/qa/quality_control_participants/:categoryId',
        'EVALUATE_BIDS',
      ),
      conductQC: cell(
        '/company/expression_of_interest/conduct/qa/:categoryId/:participantId/quality_control',
        'EVALUATE_BIDS',
      ),
      ddDetails: cell('/company/expression_of_interest/dd/details/:categoryId', 'EVALUATE_BIDS'),
      ddAdd: cell('/company/expression_of_interest/dd/add/questions/:categoryId', 'EVALUATE_BIDS'),
      ddAddSupplier: cell(
        '/company/expression_of_interest/dd/add/supplier/questions/:categoryId/:participantId',
        'EVALUATE_BIDS',
      ),
      ddSupplier: cell(
        '/company/expression_of_interest/dd/supplier/questions/:categoryId/:participantId',
        'EVALUATE_BIDS',
      ),
      ddConduct: cell(
        '/company/expression_of_interest/dd/conduct/:categoryId/:participantId/:questionId',
        'EVALUATE_BIDS',
      ),
    }),
    tender: screens({
      opening: cell('/company/tender/opening/:categoryId'),
      evaluationInstructions: cell('/company/tender/evaluation/instructions/:categoryId'),
      conductEvaluation: cell(
        '/company/tender/conduct/evaluation/:categoryId/:participantId',
        'EVALUATE_BIDS',
      ),
      scoreQuestions: cell('/company/tender/evaluation/questions/:categoryId', 'EVALUATE_BIDS'),
      ranking: cell('/company/tender/ranking/:categoryId'),
      qaInstructions: cell('/company/tender/qa/instructions/:categoryId', 'EVALUATE_BIDS'),
      conductQA: cell('/company/tender/conduct/qa/:categoryId/:participantId', 'EVALUATE_BIDS'),
      qcParticipants: cell(
        '/company/tender/qa/quality_control_participants/:categoryId',
        'EVALUATE_BIDS',
      ),
      conductQC: cell(
        '/company/tender/conduct/qa/:categoryId/:participantId/quality_control',
        'EVALUATE_BIDS',
      ),
      ddDetails: cell('/company/tender/dd/details/:categoryId', 'EVALUATE_BIDS'),
      ddAdd: cell('/company/tender/dd/add/questions/:categoryId', 'EVALUATE_BIDS'),
      ddAddSupplier: cell(
        '/company/tender/dd/add/supplier/questions/:categoryId/:participantId',
        'EVALUATE_BIDS',
      ),
      ddSupplier: cell(
        '/company/tender/dd/supplier/questions/:categoryId/:participantId',
        'EVALUATE_BIDS',
      ),
      ddConduct: cell(
        '/company/tender/dd/conduct/:categoryId/:participantId/:questionId',
        'EVALUATE_BIDS',
      ),
      negotiationCreate: cell(
        '/company/tender/create/category/negotiation/:jobId/:parentId',
        'MANAGE_CATEGORY',
      ),
    }),
    rfq: screens({
      opening: cell('/company/rfq/opening/:categoryId'),
      evaluationInstructions: cell('/company/rfq/evaluation/instructions/:categoryId'),
      conductEvaluation: cell(
        '/company/rfq/conduct/evaluation/:categoryId/:participantId',
        'EVALUATE_BIDS',
      ),
      scoreQuestions: cell('/company/rfq/evaluation/questions/:categoryId', 'EVALUATE_BIDS'),
      ranking: cell('/company/rfq/ranking/:categoryId'),
      negotiationCreate: cell(
        '/company/create/rfq-negotiation/:jobId/:parentId',
        'MANAGE_CATEGORY',
      ),
    }),
    asset_disposal: screens({
      opening: cell('/company/asset_disposal/opening/:categoryId'),
      evaluationInstructions: cell('/company/asset_disposal/evaluation/instructions/:categoryId'),
      ranking: cell('/company/asset_disposal/ranking/:categoryId'),
    }),
    supplier_registration: screens({
      opening: cell('/company/supplier-registration/opening/:categoryId'),
      evaluationInstructions: cell(
        '/company/supplier-registration/evaluation/instructions/:categoryId',
      ),
      ranking: cell('/company/supplier-registration/ranking/:categoryId'),
      qaInstructions: cell(
        '/company/supplier-registration/qa/instructions/:categoryId',
        'EVALUATE_BIDS',
      ),
      conductQA: cell(
        '/company/supplier-registration/conduct/qa/:categoryId/:participantId',
        'EVALUATE_BIDS',
      ),
      qcParticipants: cell(
        '/company/supplier-registration/qa/quality_control_participants/:categoryId',
        'EVALUATE_BIDS',
      ),
      conductQC: cell(
        '/company/supplier-registration/conduct/qa/:categoryId/:participantId/quality_control',
        'EVALUATE_BIDS',
      ),
    }),
    risk_management: screens({
      opening: cell('/company/risk_management/opening/:categoryId'),
      evaluationInstructions: cell('/company/risk_management/evaluation/instructions/:categoryId'),
      ranking: cell('/company/risk_management/ranking/:categoryId'),
      qaInstructions: cell('/company/risk_management/qa/instructions/:categoryId', 'EVALUATE_BIDS'),
      conductQA: cell(
        '/company/risk_management/conduct/qa/:categoryId/:participantId',
        'EVALUATE_BIDS',
      ),
      qcParticipants: cell(
        '/company/risk_management/qa/quality_control_participants/:categoryId',
        'EVALUATE_BIDS',
      ),
      conductQC: cell(
        '/company/risk_management/conduct/qa/:categoryId/:participantId/quality_control',
        'EVALUATE_BIDS',
      ),
      ddDetails: cell('/company/risk_management/dd/details/:categoryId', 'EVALUATE_BIDS'),
      ddAdd: cell('/company/risk_management/dd/add/questions/:categoryId', 'EVALUATE_BIDS'),
      ddAddSupplier: cell(
        '/company/risk_management/dd/add/supplier/questions/:categoryId/:participantId',
        'EVALUATE_BIDS',
      ),
      ddSupplier: cell(
        '/company/risk_management/dd/supplier/questions/:categoryId/:participantId',
        'EVALUATE_BIDS',
      ),
      ddConduct: cell(
        '/company/risk_management/dd/conduct/:categoryId/:participantId/:questionId',
        'EVALUATE_BIDS',
      ),
    }),
    // The specification has the technical part of auctions and not who opens and judges it.
    reverse_auction: screens({
      opening: cell('/company/reverse-auction/opening/:categoryId'),
      evaluationInstructions: cell('/company/reverse-auction/evaluation/instructions/:categoryId'),
      conductEvaluation: cell(
        '/company/reverse-auction/conduct/evaluation/:categoryId/:participantId',
        'EVALUATE_BIDS',
      ),
      scoreQuestions: cell(
        '/company/reverse-auction/evaluation/questions/:categoryId',
        'EVALUATE_BIDS',
      ),
      ranking: cell('/company/reverse-auction/ranking/:categoryId'),
    }),
    forward_auction: screens({
      opening: cell('/company/forward-auction/opening/:categoryId'),
      evaluationInstructions: cell('/company/forward-auction/evaluation/instructions/:categoryId'),
      conductEvaluation: cell(
        '/company/forward-auction/conduct/evaluation/:categoryId/:participantId',
        'EVALUATE_BIDS',
      ),
      scoreQuestions: cell(
        '/company/forward-auction/evaluation/questions/:categoryId',
        'EVALUATE_BIDS',
      ),
      ranking: cell('/company/forward-auction/ranking/:categoryId'),
    }),
  },
  operator: {
    prequalification: screens({
      evaluationInstructions: cell('/zabuni/prequal/evaluation/instructions/:categoryId'),
      conductEvaluation: cell(
        '/zabuni/prequal/conduct/evaluation/:categoryId/:participantId',
        'EVALUATE_BIDS',
      ),
      scoreQuestions: cell('/zabuni/prequal/evaluation/questions/:categoryId', 'EVALUATE_BIDS'),
      ranking: cell('/zabuni/prequal/ranking/:categoryId'),
      qaInstructions: cell('/zabuni/prequal/qa/instructions/:categoryId', 'EVALUATE_BIDS'),
      conductQA: cell('/zabuni/prequal/conduct/qa/:categoryId/:participantId', 'EVALUATE_BIDS'),
      qcCategories: cell('/zabuni/prequal/qc_categories/:jobId', 'EVALUATE_BIDS'),
      qcParticipants: cell(
        '/zabuni/prequal/qa/quality_control_participants/:categoryId',
        'EVALUATE_BIDS',
      ),
      conductQC: cell(
        '/zabuni/prequal/conduct/qa/:categoryId/:participantId/quality_control',
        'EVALUATE_BIDS',
      ),
      ddDetails: cell('/zabuni/prequal/dd/details/:categoryId', 'EVALUATE_BIDS'),
      ddAdd: cell('/zabuni/prequal/dd/add/questions/:categoryId', 'EVALUATE_BIDS'),
      ddAddSupplier: cell(
        '/zabuni/prequal/dd/add/supplier/questions/:categoryId/:participantId',
        'EVALUATE_BIDS',
      ),
      ddSupplier: cell(
        '/zabuni/prequal/dd/supplier/questions/:categoryId/:participantId',
        'EVALUATE_BIDS',
      ),
      ddConduct: cell(
        '/zabuni/prequal/dd/conduct/:categoryId/:participantId/:questionId',
        'EVALUATE_BIDS',
      ),
    }),
    expression_of_interest: screens({
      evaluationInstructions: cell(
        '/zabuni/expression_of_interest/evaluation/instructions/:categoryId',
      ),
      conductEvaluation: cell(
        '/zabuni/expression_of_interest/conduct/evaluation/:categoryId/:participantId',
        'EVALUATE_BIDS',
      ),
      scoreQuestions: cell(
        '/zabuni/expression_of_interest/evaluation/questions/:categoryId',
        'EVALUATE_BIDS',
      ),
      ranking: cell('/zabuni/expression_of_interest/ranking/:categoryId'),
      qaInstructions: cell(
        '/zabuni/expression_of_interest/qa/instructions/:categoryId',
        'EVALUATE_BIDS',
      ),
      conductQA: cell(
        '/zabuni/expression_of_interest/conduct/qa/:categoryId/:participantId',
        'EVALUATE_BIDS',
      ),
      qcCategories: cell('/zabuni/expression_of_interest/qc_categories/:jobId', 'EVALUATE_BIDS'),
      qcParticipants: cell(
        '/zabuni/expression_of_interest/qa/quality_control_participants/:categoryId',
        'EVALUATE_BIDS',
      ),
      conductQC: cell(
        '/zabuni/expression_of_interest/conduct/qa/:categoryId/:participantId/quality_control',
        'EVALUATE_BIDS',
      ),
      ddDetails: cell('/zabuni/expression_of_interest/dd/details/:categoryId', 'EVALUATE_BIDS'),
      ddAdd: cell('/zabuni/expression_of_interest/dd/add/questions/:categoryId', 'EVALUATE_BIDS'),
      ddAddSupplier: cell(
        '/zabuni/expression_of_interest/dd/add/supplier/questions/:categoryId/:participantId',
        'EVALUATE_BIDS',
      ),
      ddSupplier: cell(
        '/zabuni/expression_of_interest/dd/supplier/questions/:categoryId/:participantId',
        'EVALUATE_BIDS',
      ),
      ddConduct: cell(
        '/zabuni/expression_of_interest/dd/conduct/:categoryId/:participantId/:questionId',
        'EVALUATE_BIDS',
      ),
    }),
    tender: screens({
      qaInstructions: cell('/zabuni/tender/qa/instructions/:categoryId', 'EVALUATE_BIDS'),
      conductQA: cell('/zabuni/tender/conduct/qa/:categoryId/:participantId', 'EVALUATE_BIDS'),
      qcCategories: cell('/zabuni/tender/qc_categories/:jobId', 'EVALUATE_BIDS'),
      qcParticipants: cell(
        '/zabuni/tender/qa/quality_control_participants/:categoryId',
        'EVALUATE_BIDS',
      ),
      conductQC: cell(
        '/zabuni/tender/conduct/qa/:categoryId/:participantId/quality_control',
        'EVALUATE_BIDS',
      ),
      ddDetails: cell('/zabuni/tender/dd/details/:categoryId', 'EVALUATE_BIDS'),
      ddAdd: cell('/zabuni/tender/dd/add/questions/:categoryId', 'EVALUATE_BIDS'),
      ddAddSupplier: cell(
        '/zabuni/tender/dd/add/supplier/questions/:categoryId/:participantId',
        'EVALUATE_BIDS',
      ),
      ddSupplier: cell(
        '/zabuni/tender/dd/supplier/questions/:categoryId/:participantId',
        'EVALUATE_BIDS',
      ),
      ddConduct: cell(
        '/zabuni/tender/dd/conduct/:categoryId/:participantId/:questionId',
        'EVALUATE_BIDS',
      ),
    }),
    supplier_registration: screens({
      qaInstructions: cell(
        '/zabuni/supplier-registration/qa/instructions/:categoryId',
        'MANAGE_JOB',
      ),
      conductQA: cell(
        '/zabuni/supplier-registration/conduct/qa/:categoryId/:participantId',
        'MANAGE_JOB',
      ),
      qcCategories: cell('/zabuni/supplier-registration/qc_categories/:jobId', 'MANAGE_JOB'),
      qcParticipants: cell(
        '/zabuni/supplier-registration/qa/quality_control_participants/:categoryId',
        'MANAGE_JOB',
      ),
      conductQC: cell(
        '/zabuni/supplier-registration/conduct/qa/:categoryId/:participantId/quality_control',
        'MANAGE_JOB',
      ),
    }),
  },
}

/** Second spellings of the specification: they show the same screen, no link leads to them. */
export const ALIASES: Readonly<Record<'buyer' | 'operator', Tables<EvaluationSlots>>> = {
  buyer: {},
  operator: {
    prequalification: screens({
      qcCategories: cell('/zabuni/qc_categories/:jobId', 'EVALUATE_BIDS'),
      qcParticipants: cell('/zabuni/qa/quality_control_participants/:categoryId', 'EVALUATE_BIDS'),
      conductQC: cell(
        '/zabuni/conduct/qa/:categoryId/:participantId/quality_control',
        'EVALUATE_BIDS',
      ),
    }),
  },
}
