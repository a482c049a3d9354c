// Package llm asks a language model behind an interface like that of OpenAI ("Create chat completion"),
// which most servers of models speak, those on one's own machine as well.
package llm

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"zabuni.org/core/gateway/thin"
)

// A model takes its time; one that takes longer than people wait is none.
const timeout = 90 * time.Second

// Options are where a model is and how it is called.
type Options struct{ URL, Model, Key string }

// FromEnv reads LLM_URL, LLM_MODEL and LLM_KEY.
func FromEnv(get func(string) string) Options {
	return Options{URL: get("LLM_URL"), Model: get("LLM_MODEL"), Key: get("LLM_KEY")}
}

// Begun says whether a model is named. A key alone, such as one that is left in a secret, asks nobody.
func (o Options) Begun() bool { return o.URL != "" || o.Model != "" }

// A Client asks one model.
type Client struct {
	model, key string
	client     *thin.Client
}

// New checks the settings; it does not connect.
func New(o Options) (*Client, error) {
	if o.URL == "" || o.Model == "" {
		return nil, fmt.Errorf("llm: LLM_URL and LLM_MODEL belong together")
	}
	c, err := thin.New("llm", o.URL)
	if err != nil {
		return nil, err
	}
	c.HTTP.Timeout = timeout
	return &Client{o.Model, o.Key, c}, nil
}

// Model is what it is called.
func (c *Client) Model() string { return c.model }

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Write has the model answer a prompt with its data. The two are messages of their own: what stands in
// the data is never part of the task.
func (c *Client) Write(ctx context.Context, prompt, data string) (string, error) {
	header := map[string]string{}
	if c.key != "" {
		header["Authorization"] = "Bearer " + c.key
	}
	a, err := c.client.Do(ctx, http.MethodPost, "/chat/completions", header, map[string]any{
		"model":           c.model,
		"temperature":     0,
		"response_format": map[string]string{"type": "json_object"},
		"messages":        []message{{"system", prompt}, {"user", data}},
	})
	if err != nil {
		return "", err
	}
	if a.Status != http.StatusOK {
		return "", fmt.Errorf("llm: it answers with status %d", a.Status)
	}
	var out struct {
		Choices []struct {
			Message message `json:"message"`
		} `json:"choices"`
	}
	if err := a.Into(&out); err != nil {
		return "", err
	}
	if len(out.Choices) == 0 {
		return "", fmt.Errorf("llm: it says nothing")
	}
	return fenced(out.Choices[0].Message.Content), nil
}

// fenced is an answer without the fence that models like to put around JSON.
func fenced(s string) string {
	s = strings.TrimSpace(s)
	s = strings.TrimPrefix(strings.TrimPrefix(s, "```json"), "```")
	return strings.TrimSpace(strings.TrimSuffix(s, "```"))
}
