package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"sort"
	"strings"
	"testing"

	"zabuni.org/core/app"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcinghttp"
)

// The web's side of the contract is made from Go and committed; what differs from
// what Go says today fails here. Written anew by make generate.
func TestGeneratedContractsAreCurrent(t *testing.T) {
	outside := app.New(app.Outside{})
	for name, build := range bffs {
		doc, err := build(outside).OpenAPI()
		if err != nil {
			t.Fatal(err)
		}
		current(t, "../../packages/api/"+name+".openapi.json", doc)
	}
	current(t, "../../packages/routing/src/privilege.gen.ts", privilegeUnion())
	current(t, "../../packages/activities/src/activity.gen.ts", activityList(t))
	current(t, "../../packages/i18n/src/currency.gen.ts", currencyList())
	current(t, "../../packages/activities/src/policies.gen.ts", policyRows(t))
	current(t, "../../packages/activities/src/rights.gen.ts", rightRows())
}

func current(t *testing.T, path string, want []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("%s is not what Go says any more: make generate\n%s", path, difference(string(got), string(want)))
	}
}

// privilegeUnion is core/kernel/access in TypeScript: every title, each once.
func privilegeUnion() []byte {
	titles := map[access.Privilege]bool{}
	for _, held := range access.Titles {
		for _, p := range held {
			titles[p] = true
		}
	}
	lines := make([]string, 0, len(titles))
	for p := range titles {
		lines = append(lines, fmt.Sprintf("  | '%s'\n", p))
	}
	sort.Strings(lines)
	return []byte("// Made from core/kernel/access by `make generate`; not edited by hand.\n\n" +
		"/** Spelled as in the specification, MANAGE_CRETERIA included: titles are data shared with the server. */\n" +
		"export type Privilege =\n" + strings.TrimSuffix(strings.Join(lines, ""), "\n") + "\n")
}

// currencyList is the smallest units of core/kernel/money in TypeScript.
func currencyList() []byte {
	var lines strings.Builder
	for _, c := range slices.Sorted(maps.Keys(money.Exponents())) {
		if c.Exponent() != 2 {
			fmt.Fprintf(&lines, "  %s: %d,\n", c, c.Exponent())
		}
	}
	return []byte("// Made from core/kernel/money by `make generate`; not edited by hand.\n\n" +
		"const OTHERS: Readonly<Record<string, number>> = {\n" + lines.String() + "}\n\n" +
		"/** The digits of a currency's smallest unit, to which the amount of a line is rounded. */\n" +
		"export const digitsOf = (currency: string): number => OTHERS[currency] ?? 2\n")
}

// activityList is the policies of core/sourcing in TypeScript: which activities
// there are, by which module a company has each, and what a decision makes in it.
func activityList(t *testing.T) []byte {
	t.Helper()
	var names, modules, results strings.Builder
	for _, p := range sourcing.Policies {
		m, ok := party.ModuleOf(string(p.Activity))
		if !ok {
			t.Errorf("no module has the activity %s", p.Activity)
		}
		fmt.Fprintf(&names, "  '%s',\n", p.Activity)
		fmt.Fprintf(&modules, "  %s: '%s',\n", p.Activity, m.Name)
		fmt.Fprintf(&results, "  %s: '%s',\n", p.Activity, p.Result())
	}
	return []byte("// Made from core/sourcing and core/party by `make generate`; not edited by hand.\n\n" +
		"/** The activities, in the order in which screens offer them. */\n" +
		"export const ACTIVITIES = [\n" + names.String() + "] as const\n\n" +
		"/** The module by which a company has each. */\n" +
		"export const MODULE_OF = {\n" + modules.String() + "} as const\n\n" +
		"/** What a decision makes in each. */\n" +
		"export const RESULT_OF = {\n" + results.String() + "} as const\n")
}

// policyRows is the policies of core/sourcing as a desk reads them, for tests of
// what screens draw of each.
func policyRows(t *testing.T) []byte {
	t.Helper()
	var rows strings.Builder
	for _, p := range sourcing.Policies {
		row, err := json.MarshalIndent(sourcinghttp.ToPolicy(p), "  ", "  ")
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&rows, "  %s,\n", row)
	}
	return []byte("// Made from core/sourcing by `make generate`; not edited by hand.\n" +
		"import type { Schemas } from '@zabuni/api/desk'\n\n" +
		"/** Every row of the table of activities, as the server tells it; for tests: screens ask the server. */\n" +
		"export const POLICIES: readonly Schemas['ActivityPolicy'][] = [\n" + rows.String() + "]\n")
}

// rightRows is the rights of core/sourcing in TypeScript: those that most activities
// share, and what a row has of its own.
func rightRows() []byte {
	acts := func(rights map[sourcing.Act]access.Privilege, unlike map[sourcing.Act]access.Privilege) string {
		var out []string
		for _, act := range slices.Sorted(maps.Keys(rights)) {
			if unlike[act] != rights[act] {
				out = append(out, fmt.Sprintf("%s: '%s'", act, rights[act]))
			}
		}
		return strings.Join(out, ", ")
	}
	var all []sourcing.Act
	var usual, own strings.Builder
	for _, desk := range slices.Sorted(maps.Keys(sourcing.Usual)) {
		fmt.Fprintf(&usual, "  %s: { %s },\n", desk, acts(sourcing.Usual[desk], nil))
		all = slices.AppendSeq(all, maps.Keys(sourcing.Usual[desk]))
	}
	for _, p := range sourcing.Policies {
		for _, desk := range slices.Sorted(maps.Keys(p.Rights)) {
			if differ := acts(p.Rights[desk], sourcing.Usual[desk]); differ != "" {
				fmt.Fprintf(&own, "  %s: { %s: { %s } },\n", p.Activity, desk, differ)
			}
		}
	}
	slices.Sort(all)
	var union strings.Builder
	for _, act := range slices.Compact(all) {
		fmt.Fprintf(&union, "  | '%s'\n", act)
	}
	return []byte("// Made from core/sourcing by `make generate`; not edited by hand.\n" +
		"import type { Privilege, UserType } from '@zabuni/routing/guard'\nimport type { Activity } from './activity.ts'\n\n" +
		"/** What people do in the life of a job. */\nexport type Act =\n" + union.String() + "\n" +
		"type Rights = { readonly [T in UserType]?: { readonly [A in Act]?: Privilege } }\n\n" +
		"/** By which privilege people of a desk do what, unless the activity says otherwise. */\n" +
		"export const USUAL: Rights = {\n" + usual.String() + "}\n\n" +
		"/** What activities say otherwise. */\n" +
		"export const OWN: { readonly [A in Activity]?: Rights } = {\n" + own.String() + "}\n")
}
