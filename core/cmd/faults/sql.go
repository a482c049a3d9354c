package main

import (
	"regexp"
	"strings"
)

// A variant is a query with a fault.
type variant struct {
	what string
	text string
}

// A word of a query: what stands between brackets is at a greater depth.
type word struct {
	from, to, depth int
	upper           string
}

var words = regexp.MustCompile(`--[^\n]*|'(?:[^']|'')*'|"[^"]*"|[A-Za-z_][A-Za-z0-9_.]*|::|\$\d+|[0-9.]+|[<>=!]+|.`)

func wordsOf(query string) (out []word) {
	depth := 0
	for _, at := range words.FindAllStringIndex(query, -1) {
		s := query[at[0]:at[1]]
		if strings.TrimSpace(s) == "" || strings.HasPrefix(s, "--") {
			continue
		}
		if s == ")" {
			depth--
		}
		out = append(out, word{at[0], at[1], depth, strings.ToUpper(s)})
		if s == "(" {
			depth++
		}
	}
	return out
}

// ends are the words that a condition does not go beyond.
var ends = map[string]bool{
	"AND": true, "OR": true, "GROUP": true, "ORDER": true, "LIMIT": true, "OFFSET": true, "FOR": true, "RETURNING": true, "JOIN": true,
	"LEFT": true, "CROSS": true, "INNER": true, "UNION": true, "EXCEPT": true, "INTERSECT": true, "WINDOW": true, "HAVING": true, "WHERE": true,
	"ON": true, "WHEN": true, "THEN": true, "ELSE": true, "END": true, ";": true, "SET": true, "DO": true, "AS": true, ",": true,
}

// variants are the faults that a query may have: a condition that holds for all, an
// order that is turned round, a list without one of its words.
func variants(query string) (out []variant) {
	ws := wordsOf(query)
	swap := func(what string, from, to int, text string) {
		out = append(out, variant{what, query[:from] + text + query[to:]})
	}
	until := func(i int) int { // the last word of the condition that begins at i
		depth, between := ws[i].depth, false
		for j := i; j < len(ws); j++ {
			switch {
			case ws[j].depth < depth:
				return j - 1
			case ws[j].depth > depth:
			case ws[j].upper == "BETWEEN":
				between = true
			case ws[j].upper == "AND" && between:
				between = false
			case ws[j].upper == "CASE":
				for j++; j < len(ws) && (ws[j].upper != "END" || ws[j].depth != depth); j++ {
				}
			case ends[ws[j].upper] && j > i:
				return j - 1
			}
		}
		return len(ws) - 1
	}
	between := map[int]bool{}
	for i, w := range ws {
		if w.upper == "BETWEEN" {
			between[w.depth] = true
		}
		if w.upper == "AND" && between[w.depth] {
			between[w.depth] = false
			continue
		}
		if i+1 == len(ws) {
			break
		}
		text := func(to int) string { return query[ws[i+1].from:ws[to].to] }
		switch w.upper {
		case "WHERE", "AND", "ON", "HAVING", "OR":
			if w.upper == "ON" && ws[i+1].upper == "CONFLICT" || ws[i+1].upper == "UPDATE" {
				continue
			}
			to := until(i + 1)
			if to < i+1 {
				continue
			}
			if w.upper == "OR" {
				swap("never: "+text(to), ws[i+1].from, ws[to].to, "(false AND ("+text(to)+"))")
			} else {
				swap("always: "+text(to), ws[i+1].from, ws[to].to, "(true OR ("+text(to)+"))")
			}
		case "WHEN":
			if to := until(i + 1); to > i {
				swap("no case: "+text(to), ws[i+1].from, ws[to].to, "(false AND ("+text(to)+"))")
			}
		case "LEFT":
			if ws[i+1].upper == "JOIN" {
				swap("not left: "+line(query, w.from), w.from, ws[i+1].from, "")
			}
		case "DESC":
			swap("rising: "+line(query, w.from), w.from, w.to, "")
		case "BY":
			if ws[i-1].upper == "ORDER" {
				j := i + 1
				for j < len(ws) && ws[j].depth >= w.depth && (ws[j].depth > w.depth || ws[j].upper != "," && ws[j].upper != "LIMIT" && ws[j].upper != "DESC" && ws[j].upper != "ASC" && ws[j].upper != "FOR" && ws[j].upper != "NULLS") {
					j++
				}
				if j < len(ws) && (ws[j].upper == "DESC" || ws[j].upper == "NULLS") || j == i+1 {
					continue
				}
				swap("falling: "+text(j-1), ws[j-1].to, ws[j-1].to, " DESC")
			}
		case "IN":
			if ws[i+1].upper != "(" {
				continue
			}
			var list []word
			for j := i + 2; j < len(ws) && ws[j].depth > w.depth; j++ {
				if strings.HasPrefix(ws[j].upper, "'") {
					list = append(list, ws[j])
				} else if ws[j].upper != "," {
					list = nil
					break
				}
			}
			for k, one := range list {
				if len(list) > 1 {
					other := list[(k+1)%len(list)]
					swap("without "+query[one.from:one.to]+": "+line(query, w.from), one.from, one.to, query[other.from:other.to])
				}
			}
		}
	}
	return out
}

// line is the line of a query that a place is in.
func line(query string, at int) string {
	from := strings.LastIndexByte(query[:at], '\n') + 1
	rest, _, _ := strings.Cut(query[from:], "\n")
	return strings.TrimSpace(rest)
}
