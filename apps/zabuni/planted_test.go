package main

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/app"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/httpkit"
)

type (
	plantedPath struct {
		RoleID uuid.UUID `path:"role_id" format:"uuid"`
	}
	plantedQuery struct {
		Search string `query:"search"`
	}
	plantedAnswer struct {
		Names []string `json:"names"`
	}
)

// plant mounts an operation beside the real ones.
func plant[I any](h *house, guard access.Guard, method, path string, use func(context.Context, *I) ([]string, error)) {
	httpkit.Route(h.bffs["buyer"], guard, httpkit.Operation{ID: "planted" + strings.NewReplacer("/", "", "{", "", "}", "").Replace(path), Method: method, Path: path, Tag: "planted", Summary: "Planted"},
		func(ctx context.Context, in *I) (*httpkit.Body[plantedAnswer], error) {
			names, err := use(ctx, in)
			return httpkit.JSON(plantedAnswer{names}, err)
		})
	h.handlers["buyer"] = h.bffs["buyer"].Handler()
}

// names reads one column, as a query without its owner would.
func (h *house) names(ctx context.Context, sql string, args ...any) (out []string, err error) {
	rows, err := h.db.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, rows.Err()
}

// The harness reports what it is there for: every fault is planted, and must be found.
func TestTheMatrixFindsPlantedFaults(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	anybody := access.Only(access.Buyer)
	manager := access.Only(access.Buyer, access.ManageUser)
	roles := func(sql string) func(context.Context, *plantedPath) ([]string, error) {
		return func(ctx context.Context, in *plantedPath) ([]string, error) {
			out, err := h.names(ctx, sql, in.RoleID, httpkit.Actor(ctx).Org)
			if err == nil && len(out) == 0 {
				err = fault.NotFound.New("")
			}
			return out, err
		}
	}
	const owned, unowned = "SELECT name FROM role WHERE id = $1 AND company_id = $2", "SELECT name FROM role WHERE id = $1 AND $2::uuid IS NOT NULL"
	const nowhere = "SELECT name FROM role WHERE id = $1 AND company_id <> $2"
	plant(h, manager, http.MethodGet, "/planted/sound/{role_id}", roles(owned))
	plant(h, anybody, http.MethodGet, "/planted/loose/{role_id}", roles(owned))
	plant(h, access.Anyone, http.MethodGet, "/planted/public/{role_id}", roles(owned))
	plant(h, manager, http.MethodGet, "/planted/tight/{role_id}", roles(owned))
	plant(h, manager, http.MethodGet, "/planted/unowned/{role_id}", roles(unowned))
	plant(h, manager, http.MethodGet, "/planted/nowhere/{role_id}", roles(nowhere))
	plant(h, manager, http.MethodGet, "/planted/within/{role_id}", func(ctx context.Context, in *plantedPath) ([]string, error) {
		return nil, httpkit.Actor(ctx).Need(access.AwardJob)
	})
	plant(h, manager, http.MethodGet, "/planted/broken/{role_id}", func(context.Context, *plantedPath) ([]string, error) {
		return nil, http.ErrHandlerTimeout
	})
	plant(h, manager, http.MethodGet, "/planted/telling/{role_id}", func(ctx context.Context, in *plantedPath) ([]string, error) {
		if out, err := h.names(ctx, unowned, in.RoleID, uuid.Nil); err != nil || len(out) > 0 {
			return nil, fault.NotFound.New("of another company")
		}
		return nil, fault.NotFound.New("")
	})
	people := []persona{{name: "anonymous", task: uuid.NewString()},
		h.persona("buyer without", access.Buyer, nil, nil),
		h.persona("buyer with MANAGE_USER", access.Buyer, []access.Privilege{access.ManageUser}, nil),
		h.persona("supplier with all", access.Supplier, access.Titles[access.Supplier], nil)}
	for _, x := range []struct{ path, guard, want string }{
		{"sound", "buyer:MANAGE_USER", ""},
		{"loose", "buyer:MANAGE_USER", "too open"},
		{"public", "buyer:MANAGE_USER", "too open"},
		{"tight", "buyer", "too closed"},
		{"unowned", "buyer:MANAGE_USER", "a foreign buyer_role answers 200"},
		{"nowhere", "buyer:MANAGE_USER", "too closed"},
		{"within", "buyer:MANAGE_USER", "too closed"},
		{"broken", "buyer:MANAGE_USER", "500"},
		{"telling", "buyer:MANAGE_USER", "a foreign buyer_role answers 404"},
	} {
		m := newMatrix(h)
		for _, p := range people {
			m.run(row{"buyer", http.MethodGet, "/planted/" + x.path + "/{role_id}", x.guard}, p)
		}
		all := strings.Join(m.findings, "\n")
		if x.want == "" && all != "" || !strings.Contains(all, x.want) {
			t.Errorf("planted %s: want %q, found %q", x.path, x.want, all)
		}
	}
}

func TestAMissingOrChangedRowIsFound(t *testing.T) {
	lines := guards(app.New(app.Outside{}))
	all := strings.Join(lines, "\n") + "\n"
	without := strings.Join(lines[1:], "\n") + "\n"
	loosened := strings.Replace(all, "\tbuyer:MANAGE_USER\n", "\tbuyer\n", 1)
	for name, table := range map[string]string{"missing": without, "superfluous": all + "buyer\tGET\t/nowhere\tbuyer\n", "loosened": loosened} {
		if table == all || difference(table, all) == "" {
			t.Errorf("a %s row is not found", name)
		}
	}
	if difference(all, all) != "" {
		t.Error("a table differs from itself")
	}
}

// A list without its owner, a search that looks further than it shows, and a
// word packed into an export are heard.
func TestTheSweepHearsPlantedLeaks(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	anybody := access.Only(access.Buyer)
	plant(h, anybody, http.MethodGet, "/planted/list", func(ctx context.Context, _ *struct{}) ([]string, error) {
		return h.names(ctx, "SELECT name FROM role")
	})
	plant(h, anybody, http.MethodGet, "/planted/search", func(ctx context.Context, in *plantedQuery) ([]string, error) {
		return h.names(ctx, "SELECT 'found' FROM role WHERE name = $1 AND company_id <> $2", in.Search, httpkit.Actor(ctx).Org)
	})
	httpkit.Route(h.bffs["buyer"], anybody, httpkit.Operation{ID: "plantedExport", Method: http.MethodGet, Path: "/planted/export", Tag: "planted", Summary: "Planted"},
		func(ctx context.Context, _ *struct{}) (*httpkit.Download, error) {
			return httpkit.Attach("roles.zip", "application/zip", zipped(t, "sheet.xml", "<v>zqbetarolex</v>")), nil
		})
	h.handlers["buyer"] = h.bffs["buyer"].Handler()
	s := newSweep(h, newHearing(t))
	readers := s.readers()[:1]
	for path, want := range map[string]string{"/planted/list": "foreign buyer\trole", "/planted/export": "foreign buyer\trole", "/planted/search": "answers something"} {
		s.found, s.findings = map[string]bool{}, nil
		s.run([]row{{"buyer", http.MethodGet, path, "buyer"}}, readers)
		all := strings.Join(s.findings, "\n")
		for f := range s.found {
			all += "\n" + f
		}
		if !strings.Contains(all, want) {
			t.Errorf("%s: want %q, heard %q", path, want, all)
		}
	}
}
