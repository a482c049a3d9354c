// Made from core/sourcing by `make generate`; not edited by hand.
import type { Schemas } from '@zabuni/api/desk'

/** Every row of the table of activities, as the server tells it; for tests: screens ask the server. */
export const POLICIES: readonly Schemas['ActivityPolicy'][] = [
  {
    "activity": "prequalification",
    "steps": [
      "criteria",
      "bid_fee",
      "qa",
      "evaluation",
      "due_diligence",
      "letters",
      "list"
    ],
    "best_price": "none",
    "prefix": "PQ",
    "regime": "private-default",
    "fields": [
      "estimate",
      "invited_only",
      "reserved_for",
      "bid_fee",
      "pass_mark",
      "openers"
    ],
    "optional": [],
    "usually_without": [],
    "lacking": {},
    "envelopes": [
      {
        "name": "technical",
        "holds": [
          "criteria"
        ],
        "opens": "technical_evaluation"
      }
    ],
    "openers": 1,
    "method": "unranked",
    "ties": [],
    "selects": "all",
    "lines": "every",
    "listed": true,
    "judged": true,
    "weighs": false,
    "privilege": "MANAGE_PREQUAL"
  },
  {
    "activity": "expression_of_interest",
    "steps": [
      "criteria",
      "bid_fee",
      "qa",
      "evaluation",
      "due_diligence",
      "letters",
      "list"
    ],
    "best_price": "none",
    "prefix": "EI",
    "regime": "private-default",
    "fields": [
      "estimate",
      "invited_only",
      "reserved_for",
      "bid_fee",
      "pass_mark",
      "openers"
    ],
    "optional": [],
    "usually_without": [],
    "lacking": {},
    "envelopes": [
      {
        "name": "technical",
        "holds": [
          "criteria"
        ],
        "opens": "technical_evaluation"
      }
    ],
    "openers": 1,
    "method": "unranked",
    "ties": [],
    "selects": "all",
    "lines": "every",
    "listed": true,
    "judged": true,
    "weighs": false,
    "privilege": "MANAGE_PREQUAL"
  },
  {
    "activity": "tender",
    "steps": [
      "criteria",
      "items",
      "bid_fee",
      "qa",
      "evaluation",
      "due_diligence",
      "letters",
      "negotiation"
    ],
    "best_price": "lowest",
    "prefix": "TN",
    "regime": "private-default",
    "fields": [
      "estimate",
      "invited_only",
      "reserved_for",
      "bid_fee",
      "pass_mark",
      "technical_weight",
      "financial_weight",
      "price_formula",
      "openers"
    ],
    "optional": [],
    "usually_without": [],
    "lacking": {},
    "envelopes": [
      {
        "name": "technical",
        "holds": [
          "criteria"
        ],
        "opens": "technical_evaluation"
      },
      {
        "name": "financial",
        "holds": [
          "items"
        ],
        "opens": "financial_opened"
      }
    ],
    "openers": 2,
    "method": "weighed",
    "ties": [
      "higher_technical",
      "better_price",
      "earlier_receipt"
    ],
    "selects": "one",
    "lines": "every",
    "listed": true,
    "judged": true,
    "weighs": true,
    "privilege": "MANAGE_TENDER"
  },
  {
    "activity": "rfq",
    "steps": [
      "criteria",
      "items",
      "evaluation",
      "notices",
      "negotiation",
      "by_invitation"
    ],
    "best_price": "lowest",
    "prefix": "RQ",
    "regime": "private-default",
    "fields": [
      "estimate",
      "reserved_for",
      "without",
      "pass_mark",
      "technical_weight",
      "financial_weight",
      "price_formula",
      "openers"
    ],
    "optional": [
      "criteria"
    ],
    "usually_without": [
      "criteria"
    ],
    "lacking": {
      "criteria": [
        "pass_mark",
        "technical_weight",
        "financial_weight",
        "price_formula"
      ]
    },
    "envelopes": [
      {
        "name": "bid",
        "holds": [
          "criteria",
          "items"
        ],
        "opens": "financial_opened"
      }
    ],
    "openers": 1,
    "method": "weighed",
    "ties": [
      "higher_technical",
      "better_price",
      "earlier_receipt"
    ],
    "selects": "one",
    "lines": "every",
    "listed": true,
    "judged": true,
    "weighs": true,
    "privilege": "MANAGE_RFQ"
  },
  {
    "activity": "asset_disposal",
    "steps": [
      "criteria",
      "items",
      "bid_fee",
      "notices",
      "assets"
    ],
    "best_price": "highest",
    "prefix": "AD",
    "regime": "private-default",
    "fields": [
      "estimate",
      "invited_only",
      "without",
      "bid_fee",
      "openers"
    ],
    "optional": [
      "criteria"
    ],
    "usually_without": [
      "criteria"
    ],
    "lacking": {
      "criteria": []
    },
    "envelopes": [
      {
        "name": "bid",
        "holds": [
          "criteria",
          "items"
        ],
        "opens": "financial_opened"
      }
    ],
    "openers": 2,
    "method": "best_price",
    "ties": [
      "better_price",
      "higher_technical",
      "earlier_receipt"
    ],
    "selects": "line",
    "lines": "any",
    "listed": false,
    "judged": false,
    "weighs": false,
    "privilege": "MANAGE_ASSET_DISPOSAL"
  },
  {
    "activity": "supplier_registration",
    "steps": [
      "criteria",
      "bid_fee",
      "qa",
      "notices",
      "list"
    ],
    "best_price": "none",
    "prefix": "SR",
    "regime": "private-default",
    "fields": [
      "estimate",
      "invited_only",
      "reserved_for",
      "bid_fee"
    ],
    "optional": [],
    "usually_without": [],
    "lacking": {},
    "envelopes": [
      {
        "name": "technical",
        "holds": [
          "criteria"
        ],
        "opens": "technical_evaluation"
      }
    ],
    "openers": 0,
    "method": "unranked",
    "ties": [],
    "selects": "all",
    "lines": "every",
    "listed": true,
    "judged": true,
    "weighs": false,
    "privilege": "MANAGE_PREQUAL"
  },
  {
    "activity": "risk_management",
    "steps": [
      "criteria",
      "qa",
      "due_diligence",
      "notices",
      "by_invitation"
    ],
    "best_price": "none",
    "prefix": "RM",
    "regime": "private-default",
    "fields": [
      "estimate"
    ],
    "optional": [],
    "usually_without": [],
    "lacking": {},
    "envelopes": [
      {
        "name": "technical",
        "holds": [
          "criteria"
        ],
        "opens": "technical_evaluation"
      }
    ],
    "openers": 0,
    "method": "unranked",
    "ties": [],
    "selects": "all",
    "lines": "every",
    "listed": false,
    "judged": true,
    "weighs": false,
    "privilege": "MANAGE_PREQUAL"
  },
  {
    "activity": "reverse_auction",
    "steps": [
      "criteria",
      "items",
      "evaluation",
      "letters",
      "live"
    ],
    "best_price": "lowest",
    "prefix": "RA",
    "regime": "private-default",
    "fields": [
      "estimate",
      "invited_only",
      "without",
      "pass_mark",
      "openers"
    ],
    "optional": [
      "criteria"
    ],
    "usually_without": [],
    "lacking": {
      "criteria": [
        "pass_mark",
        "openers"
      ]
    },
    "envelopes": [
      {
        "name": "technical",
        "holds": [
          "criteria"
        ],
        "opens": "technical_evaluation"
      }
    ],
    "openers": 1,
    "method": "best_price",
    "ties": [
      "better_price",
      "earlier_receipt"
    ],
    "selects": "one",
    "lines": "every",
    "listed": true,
    "judged": true,
    "weighs": false,
    "privilege": "SUBMIT_BID"
  },
  {
    "activity": "forward_auction",
    "steps": [
      "criteria",
      "items",
      "evaluation",
      "letters",
      "live"
    ],
    "best_price": "highest",
    "prefix": "FA",
    "regime": "private-default",
    "fields": [
      "estimate",
      "invited_only",
      "without",
      "pass_mark",
      "openers"
    ],
    "optional": [
      "criteria"
    ],
    "usually_without": [],
    "lacking": {
      "criteria": [
        "pass_mark",
        "openers"
      ]
    },
    "envelopes": [
      {
        "name": "technical",
        "holds": [
          "criteria"
        ],
        "opens": "technical_evaluation"
      }
    ],
    "openers": 1,
    "method": "best_price",
    "ties": [
      "better_price",
      "earlier_receipt"
    ],
    "selects": "one",
    "lines": "every",
    "listed": false,
    "judged": true,
    "weighs": false,
    "privilege": "SUBMIT_BID"
  },
]
